from rubrickit.errors import RubrickitError as RubrickitError
from rubrickit.notebook import Repository as Repository
from rubrickit.notebook import open_repository as open  # noqa: A004
from rubrickit.reports.tables import DeltaTable as DeltaTable
from rubrickit.reports.tables import PlanTable as PlanTable
from rubrickit.reports.tables import ScoreTable as ScoreTable

__version__: str
__all__ = [
    "DeltaTable",
    "PlanTable",
    "Repository",
    "RubrickitError",
    "ScoreTable",
    "__version__",
    "open",
]
