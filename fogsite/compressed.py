"""Pages, compressed on their way: the longest match page has 107 kB, and 15 kB compressed."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

COMPRESSED = "text/html"


class Compressed(GZipMiddleware):
    """A middleware that compresses pages for browsers that take that.

    Compression tells a little of what is secret by how long an answer is, if somebody else can put text beside it.
    So Django masks its tokens in another way each time, and adds up to 100 random bytes to each page. Answers for
    programs and files stay as they are: some show a token once, and dumps are compressed already.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the answer, compressed if it is a page."""
        if not response.headers.get("Content-Type", "").startswith(COMPRESSED):
            return response
        return super().process_response(request, response)
