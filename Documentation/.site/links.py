"""What the site needs beside the pages: links into the repository become names, and the libraries' pages get a list."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"\[([^\]]*)\]\(((?:\.\./)+)([^)#]+)(#[^)]*)?\)")
LIBRARIES = sorted(path.parent.name for path in ROOT.glob("Sources/*/Documentation.docc"))


def on_files(files, config):
    from mkdocs.structure.files import File

    rows = "".join(
        f'- <a href="{name}/documentation/{name.lower()}/">{name}</a>: {abstract(name)}\n' for name in LIBRARIES
    )
    text = "# Libraries\n\nThe documentation of each library, as its sources have it.\n\n" + rows
    files.append(File.generated(config, "api/index.md", content=text))
    return files


def abstract(name):
    """The first paragraph of a library's own page."""
    text = (ROOT / "Sources" / name / "Documentation.docc" / f"{name}.md").read_text()
    return text.split("\n\n")[1].replace("\n", " ").replace("``", "`")


def on_page_markdown(markdown, page, config, files):
    """A file of the repository that is no page of the site stands as its name."""
    here = pathlib.Path(config["docs_dir"], page.file.src_uri).parent

    def plain(match):
        target = (here / match[2] / match[3]).resolve()
        inside = pathlib.Path(config["docs_dir"]).resolve()
        return match[0] if target.is_relative_to(inside) else f"{match[1]} (`{target.relative_to(ROOT)}`)"

    return LINK.sub(plain, markdown)
