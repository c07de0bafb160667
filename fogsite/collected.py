"""Whether this process has the static files of its code: without them every page is an error."""

from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage

_complete = False  # once they were found to be; the names of both sides never change while a process runs


def missing() -> bool:
    """Say whether `collectstatic` has not been run for this code, or only after this process began."""
    global _complete
    if not isinstance(staticfiles_storage, ManifestFilesMixin):
        return False  # they are served from where they lie
    _complete = _complete or _names() <= set(staticfiles_storage.hashed_files)
    return not (_complete and staticfiles_storage.manifest_storage.exists(staticfiles_storage.manifest_name))


def _names() -> set[str]:
    """Return every static file of the code."""
    return {name.replace("\\", "/") for finder in get_finders() for name, _ in finder.list([])}
