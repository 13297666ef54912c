"""The rules of grading: values in, values out, no effects."""
