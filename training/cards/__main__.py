"""``python -m training.cards STEP``: decks, scenes, train, export, evaluate, in this order; ``dry`` tries them all."""

from __future__ import annotations

import argparse
from pathlib import Path


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.cards", description=__doc__)
    parser.add_argument(
        "--folder", type=Path, default=Path("instance/cards"), help="where the files of the training lie"
    )
    steps = parser.add_subparsers(dest="step", required=True)
    decks = steps.add_parser("decks", help="draw the decks and the printed things")
    dry = steps.add_parser("dry", help="every step once, as small as can be, into the folder alone")
    for step in (decks, dry):
        step.add_argument(
            "--fonts", type=Path, default=Path("/usr/share/fonts"), help="a folder with the fonts of README.md"
        )
    decks.add_argument("--first", type=int, default=0, help="the seed of the first deck that trains, for further decks")
    scenes = steps.add_parser("scenes", help="lay them on tables and photograph them")
    scenes.add_argument("--first", type=int, default=0)
    scenes.add_argument("--count", type=int, default=60, help="files of 250 scenes")
    train = steps.add_parser("train", help="teach both nets")
    train.add_argument("--part", choices=("finder", "cuts", "namer", "all"), default="all")
    train.add_argument("--steps", type=int, default=3000, help="of the finder, in each process")
    train.add_argument("--namer-steps", type=int, default=4000)
    train.add_argument("--cut-scenes", type=int, default=3000, help="scenes of which the namer learns")
    train.add_argument("--searched", type=int, default=1000, help="so many of them with what the finder found, too")
    train.add_argument("--processes", type=int, default=2)
    train.add_argument("--seed", type=int, default=1)
    train.add_argument("--rate", type=float, default=2e-3, help="at its highest; less to go on")
    train.add_argument("--start", type=Path, help="weights of a finder to go on from")
    train.add_argument("--start-namer", type=Path, help="weights of a namer to go on from")
    steps.add_parser("export", help="write the weights into referee/vision/")
    steps.add_parser("samples", help="photograph a few scenes for the tests")
    measure = steps.add_parser("evaluate", help="print the tables")
    measure.add_argument("--photos", type=Path, help="a folder of photographs, with photos.json beside it")
    measure.add_argument("--half", choices=("looked", "kept", "all"), default="all")
    measure.add_argument("--set", help="only this set")
    measure.add_argument("--scenes", type=int, default=100, help="photographs of the scene generator")
    measure.add_argument("--first", type=int, help="the seed of the first of them, for other ones than always")
    measure.add_argument("--show", action="store_true", help="name each photograph that was not read whole")
    chosen = parser.parse_args()
    from training.cards import pool

    if chosen.step == "dry":
        _dry(chosen.folder, chosen.fonts)
    elif chosen.step == "decks":
        pool.make_decks(chosen.folder, chosen.fonts, chosen.first)
    elif chosen.step == "scenes":
        pool.make_scenes(chosen.folder, chosen.first, chosen.count)
    elif chosen.step == "train":
        _train(chosen)
    elif chosen.step == "export":
        from training.cards import export

        export.export(chosen.folder)
    elif chosen.step == "samples":
        from training.cards import samples

        samples.make(chosen.folder)
    elif chosen.step == "evaluate":
        from training.cards import evaluate

        evaluate.evaluate(
            chosen.folder, chosen.photos, chosen.half, chosen.set, chosen.scenes, chosen.show, chosen.first
        )


def _dry(folder: Path, fonts: Path) -> None:
    """What comes out can read nothing; that it comes out shows that the steps fit together on this machine."""
    from training.cards import cuts, evaluate, export, pool, train_finder, train_namer

    pool.make_decks(folder, fonts, decks=(3, 2), sheets=(6, 3))
    pool.make_scenes(folder, 0, 2, in_a_file=15)
    train_finder.train(folder, steps=6, processes=2, seed=1)
    cuts.make(folder, count=30, searched=4, seed=1)
    train_namer.train(folder, steps=100, seed=1)
    export.export(folder, folder / "weights.npz", photographs=7)
    evaluate.evaluate(folder, None, "all", None, scenes=2, show=False)


def _train(chosen: argparse.Namespace) -> None:
    from training.cards import cuts, train_finder, train_namer

    part, folder = chosen.part, chosen.folder
    if part in ("finder", "all"):
        train_finder.train(folder, chosen.steps, chosen.processes, chosen.seed, chosen.start, chosen.rate)
    if part in ("cuts", "all"):
        cuts.make(folder, chosen.cut_scenes, chosen.searched, chosen.seed)
    if part in ("namer", "all"):
        train_namer.train(folder, chosen.namer_steps, chosen.seed, chosen.start_namer, chosen.rate)


if __name__ == "__main__":
    main()
