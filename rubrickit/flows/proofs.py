"""Whether a sign-off is of the person that it names."""

from rubrickit.core import signoffs
from rubrickit.core.consents import Proved
from rubrickit.core.experts import Expert
from rubrickit.core.signoffs import SignOff
from rubrickit.world import World


def of(world: World) -> Proved:
    """A signature is tried; an approval is the code host's word on a login."""

    def proved(row: SignOff, expert: Expert) -> bool:
        if row.approval:
            return row.is_approval_of(expert)
        text = signoffs.signed_text(row)
        return world.signatures.fits(text, row.signature, expert.public_key)

    return proved
