"""The names under which production sends static files."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORT = r"""(?P<matched>(?P<imports>from\s*|import\s*\(?)"(?P<url>\.[^"]*\.js)")"""
"""What a script imports from a file beside it."""


class HashedStorage(CompressedManifestStaticFilesStorage):
    """Name each file by its content, also where one script imports another.

    Otherwise a page would fetch and run two copies of a script that it names and another one imports, and a script
    could meet an older copy of what it imports.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("*.js", ((IMPORT, '%(imports)s"%(url)s"'),)),
    )
