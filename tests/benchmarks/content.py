"""`python -m tests.benchmarks.content`: what the content rules refuse, of the real lessons and of the hostile ones.

Two figures: the share of real lessons with an error (each is named; the promise is 1 %), and the share of hostile samples that are
refused, kind by kind (the promise is 95 %); and of ordinary lessons written to sound like hostile ones (none shall be).  The rules were
written with these samples at hand, so what they catch of others is less: of two lists of paraphrases they caught about a third before they
had seen them, of a stranger's list 69 % (and refused 27 of 116 ordinary lessons), of `second_round` 81 % (and 9 of 77).
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tests import hostile

ROOT = Path(__file__).resolve().parents[2]


def false_positives(corpus: Path) -> tuple[list[str], int]:
    """The real lessons with an error, and how many there are altogether."""
    files = sorted((corpus / "vault" / "lessons").rglob("*.md"))
    bad = [path.name for path in files if hostile.has_error(path.relative_to(corpus).as_posix(), path.read_text("utf-8"))]
    return bad, len(files)


def caught() -> dict[str, tuple[int, int]]:
    """Kind -> how many of its samples are refused, of how many."""
    return {kind: (sum(map(hostile.is_caught, samples)), len(samples)) for kind, samples in hostile.samples().items()}


def lines(corpus: Path | None = None) -> list[str]:
    """Both figures, as they are printed."""
    place = corpus or Path(os.environ.get("VAULTCTL_CORPUS") or ROOT.parent / "shared" / "corpus" / "rustsec")
    out = []
    if place.is_dir():
        bad, count = false_positives(place)
        out.append(f"real lessons with a content error: {len(bad)} of {count} ({len(bad) / count:.2%})")
        out += [f"  {name}" for name in bad]
    else:
        out.append("real lessons: skipped, set VAULTCTL_CORPUS to their folder")
    ordinary = hostile.harmless()
    alarmed = sum(hostile.has_error(*hostile.note(sample)) for sample in ordinary)
    out.append(f"harmless lessons written to sound alike, refused: {alarmed} of {len(ordinary)}")
    kinds = caught()
    hits, count = (sum(numbers) for numbers in zip(*kinds.values(), strict=True))
    out.append(f"hostile lessons refused: {hits} of {count} ({hits / count:.2%}) of {len(kinds)} kinds")
    out += [f"  {kind:<18}{some:>4} of {whole}" for kind, (some, whole) in kinds.items()]
    return out


if __name__ == "__main__":
    sys.stdout.write("\n".join(lines()) + "\n")
