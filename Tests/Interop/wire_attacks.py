"""Attacks on the framing of requests: bytes of which one reader sees one request and another reader two.

Each is a first request, damaged or not, with a second one behind it. The number of the attack stands in both targets, so
that whoever executes one of them can be asked for it.
"""

HOST = b"Host: localhost\r\n"


class Attack:
    """What is sent, and how many of its requests are good: 0 if it is to be refused at once."""

    def __init__(self, name, data, good):
        self.name = name
        self.data = data
        self.good = good
        self.number = 0

    def bytes(self, number):
        self.number = number
        return self.data.replace(b"{n}", str(number).encode())

    @property
    def targets(self):
        """The targets of the good ones."""
        return [f"/bridge/queue?outer={self.number}", f"/call?cmd=logMessage&msg=%22inner{self.number}%22"][: self.good]


POST = b"POST /bridge/queue?outer={n} HTTP/1.1\r\n"
INNER = b"GET /call?cmd=logMessage&msg=%22inner{n}%22 HTTP/1.1\r\n" + HOST + b"\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n"


def header(lines, body=b"[]", good=0):
    """Lines of a header beside the host, and a body."""
    return POST + HOST + lines + b"\r\n" + body + INNER, good


def chunks(body, good=0):
    return POST + HOST + CHUNKED + b"\r\n" + body + INNER, good


def first_line(line, good=0):
    return line + b"\r\n" + HOST + b"Content-Length: 2\r\n\r\n[]" + INNER, good


def attacks():
    found = {}

    def add(name, made):
        assert name not in found, name
        found[name] = Attack(name, *made)

    # Good ones, which show that the rest is refused for what it is.
    add("a length", header(b"Content-Length: 2\r\n", good=2))
    add("a length with zeros before it", header(b"Content-Length: 0002\r\n", good=2))
    add("a length with blanks around it", header(b"Content-Length: \t 2 \t\r\n", good=2))
    add("a length in small letters", header(b"content-length: 2\r\n", good=2))
    add("chunks", chunks(b"1\r\n[\r\n1\r\n]\r\n0\r\n\r\n", good=2))
    add("chunks in capitals", header(b"TRANSFER-ENCODING: CHUNKED\r\n", b"02\r\n[]\r\n0\r\n\r\n", good=2))
    add("a chunk with an extension", chunks(b"2;a=b\r\n[]\r\n0\r\n\r\n", good=2))
    add("a chunk with an extension in quotes", chunks(b'2;a="b;c"\r\n[]\r\n0;d\r\n\r\n', good=2))
    add("a trailer", chunks(b"2\r\n[]\r\n0\r\nX: a\r\n\r\n", good=2))
    add("an empty line before", (b"\r\n" + header(b"Content-Length: 2\r\n")[0], 2))
    add("a whole URL", first_line(b"POST http://localhost/bridge/queue?outer={n} HTTP/1.1", good=2))
    add("a whole URL with a port", first_line(b"POST http://localhost:80/bridge/queue?outer={n} HTTP/1.1", good=2))

    # Lengths.
    for value in (
        b"+2", b"-2", b"0x2", b"2 2", b"2,2", b"2, 2", b"2;2", b"2.0", b"2e0", b'"2"', b"", b"2\x0b", b"\x0c2", b"2\x00", b"\x002",
        b"two", b"\xb2", b"\xd9\xa2", b"2\x7f", b"2_0", b"99999999999999999999", b"18446744073709551618", b"4294967298000000000000",
        b"2\r", b"2\x1f", b"\x0d2", b"2 ;", b"0 2", b"(2)", b"2h",
    ):
        add(f"the length {value!r}", header(b"Content-Length: " + value + b"\r\n"))
    add("two equal lengths", header(b"Content-Length: 2\r\nContent-Length: 2\r\n"))
    add("two lengths", header(b"Content-Length: 2\r\nContent-Length: 0\r\n"))
    add("two lengths, the other way", header(b"Content-Length: 0\r\nContent-Length: 2\r\n"))
    add("two lengths with a line between", header(b"Content-Length: 2\r\nX: a\r\ncontent-length: 2\r\n"))
    add("a folded length", header(b"Content-Length:\r\n 2\r\n"))
    add("a length folded with a tab", header(b"Content-Length:\r\n\t2\r\n"))
    add("a length folded behind its first digit", header(b"Content-Length: 0\r\n 2\r\n"))
    add("a length before a line feed", header(b"Content-Length: 2\n"))
    add("a length behind a line feed", header(b"X: a\nContent-Length: 2\r\n"))
    add("a length behind a CR", header(b"X: a\rContent-Length: 2\r\n"))
    add("a length behind NUL", header(b"X: a\x00Content-Length: 2\r\n"))
    add("a length that covers the request behind it", header(b"Content-Length:\r\n 41\r\n", b""))
    for name in (
        b"Content-Length ", b"Content-Length\t", b" Content-Length", b"\tContent-Length", b"Content Length", b"Content-Length\x00",
        b"Content-Length\x0b", b"Content-Length\xa0", b"\x00Content-Length", b"\xef\xbb\xbfContent-Length", b"Content-Length\r",
        b"Content-Length:", b":Content-Length", b"Content-Length\x7f", b"(Content-Length)", b"[Content-Length]", b"Content-Length;",
    ):
        add(f"the name {name!r}", header(name + b": 2\r\n", b"[]", 0))

    # Codings.
    end = b"2\r\n[]\r\n0\r\n\r\n"
    for value in (
        b"gzip", b"identity", b"gzip, chunked", b"chunked, gzip", b"chunked, chunked", b"identity, chunked", b"chunked, identity",
        b"xchunked", b"chunkedx", b'"chunked"', b"chunked;", b"chunked;a=b", b",chunked", b"chunked,", b"\x0bchunked", b"chunked\x0c",
        b"chunked\x00", b"chu\x00nked", b"", b"chunked chunked", b"\xffchunked", b"CHUNKED\x01", b"chunk", b"c\thunked", b"[chunked]",
        b"cow", b"trailers", b"chunked\x7f",
    ):
        add(f"the coding {value!r}", header(b"Transfer-Encoding: " + value + b"\r\n", end))
    for name in (
        b"Transfer-Encoding ", b"Transfer-Encoding\t", b" Transfer-Encoding", b"Transfer Encoding", b"Transfer-Encoding\x00",
        b"Transfer-Encoding\x0b", b"\x0cTransfer-Encoding", b"Transfer-Encoding\xa0",
    ):
        add(f"the name {name!r}", header(name + b": chunked\r\n", end))
    for name, lines in (
        ("a length before a coding", b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n"),
        ("a coding before a length", b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n"),
        ("a length of zero and a coding", b"Content-Length: 0\r\nTransfer-Encoding: chunked\r\n"),
        ("a coding that is not known, and a length", b"Transfer-Encoding: x\r\nContent-Length: 2\r\n"),
        ("a coding twice", b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"),
        ("identity and chunked", b"Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n"),
        ("chunked and identity", b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n"),
        ("an empty coding before chunked", b"Transfer-Encoding:\r\nTransfer-Encoding: chunked\r\n"),
        ("a folded coding", b"Transfer-Encoding:\r\n chunked\r\n"),
        ("a coding folded with a tab", b"Transfer-Encoding:\r\n\tchunked\r\n"),
        ("a coding folded behind another", b"Transfer-Encoding: gzip,\r\n chunked\r\n"),
        ("a coding behind a line feed", b"X: a\nTransfer-Encoding: chunked\r\n"),
        ("a coding before a line feed", b"Transfer-Encoding: chunked\nX: a\r\n"),
        ("a coding behind a CR", b"X: a\rTransfer-Encoding: chunked\r\n"),
        ("a coding before two CR", b"Transfer-Encoding: chunked\r\r\n"),
        ("a coding behind an empty name", b": a\r\nTransfer-Encoding: chunked\r\n"),
    ):
        add(name, header(lines, end))

    # Chunks.
    for size in (
        b"-2", b"+2", b"0x2", b"0X2", b" 2", b"\t2", b"2 ", b"2\t", b"2 2", b"2\x00", b"\x002", b"2g", b"g", b"", b"2\x0b", b"2,2",
        b"10000000000000002", b"100000002" * 3, b"ffffffffffffffff", b"2;", b"2;=a", b"2;a=", b"2;a b", b'2;a="b', b"2;a\x00", b"2;\x01",
        b"2\xb2", b"2.0", b"2:a", b"2#a",
    ):
        add(f"the chunk size {size!r}", chunks(size + b"\r\n[]\r\n0\r\n\r\n"))
    for name, body in (
        ("a chunk size before a line feed", b"2\n[]\r\n0\r\n\r\n"),
        ("a chunk size before a CR", b"2\r[]\r\n0\r\n\r\n"),
        ("a chunk size before two CR", b"2\r\r\n[]\r\n0\r\n\r\n"),
        ("a chunk before a line feed", b"2\r\n[]\n0\r\n\r\n"),
        ("a chunk before a CR", b"2\r\n[]\r0\r\n\r\n"),
        ("a chunk without an end", b"2\r\n[]0\r\n\r\n"),
        ("a chunk with letters for an end", b"2\r\n[]XX0\r\n\r\n"),
        ("a chunk that is longer than it says", b"1\r\n[]\r\n0\r\n\r\n"),
        ("a chunk that is longer by its end", b"2\r\n[]\r\n\r\n0\r\n\r\n"),
        ("a last chunk before a line feed", b"2\r\n[]\r\n0\n\r\n"),
        ("a last chunk, and a line feed", b"2\r\n[]\r\n0\r\n\n"),
        ("a last chunk, and a CR", b"2\r\n[]\r\n0\r\n\rX"),
        ("a line feed in an extension", b"2;a\nb\r\n[]\r\n0\r\n\r\n"),
        ("a CR in an extension", b"2;a\rb\r\n[]\r\n0\r\n\r\n"),
        ("a size in an extension", b"2;a\n4\r\n[]\r\n0\r\n\r\n"),
        ("an extension of 2,000 letters", b"2;" + b"a" * 2000 + b"\r\n[]\r\n0\r\n\r\n"),
        ("a trailer that is no line", b"2\r\n[]\r\n0\r\nX\r\n\r\n"),
        ("a trailer with a space before its colon", b"2\r\n[]\r\n0\r\nX : a\r\n\r\n"),
        ("a folded trailer", b"2\r\n[]\r\n0\r\nX: a\r\n b\r\n\r\n"),
        ("a trailer before a line feed", b"2\r\n[]\r\n0\r\nX: a\n\r\n"),
        ("a length in a trailer", b"2\r\n[]\r\n0\r\nContent-Length: 5\r\n\r\n"),
        ("a coding in a trailer", b"2\r\n[]\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n"),
        ("a host in a trailer", b"2\r\n[]\r\n0\r\nHost: evil.test\r\n\r\n"),
        ("NUL in a trailer", b"2\r\n[]\r\n0\r\nX: \x00\r\n\r\n"),
    ):
        add(name, chunks(body))

    # First lines.
    target = b"/bridge/queue?outer={n}"
    for line in (
        b"POST  " + target + b" HTTP/1.1", b"POST " + target + b"  HTTP/1.1", b"POST\t" + target + b" HTTP/1.1",
        b"POST " + target + b"\tHTTP/1.1", b" POST " + target + b" HTTP/1.1", b"POST " + target + b" HTTP/1.1 ",
        b"POST " + target + b" HTTP/1.1\t", b"POST " + target + b" HTTP/1.1 X: a", b"POST " + target, b"POST " + target + b" HTTP/2.0",
        b"POST " + target + b" HTTP/1.2", b"POST " + target + b" HTTP/0.9", b"POST " + target + b" http/1.1",
        b"POST " + target + b" HTTP/1.10", b"POST " + target + b" HTTP/01.1", b"POST " + target + b" HTTP /1.1",
        b"POST " + target + b" HTTP/1,1", b"POST " + target + b" HTTPS/1.1", b"POST " + target + b" HTTP/1.1\x00",
        b"POST " + target + b"\x00 HTTP/1.1", b"PO\x00ST " + target + b" HTTP/1.1", b"PO(ST " + target + b" HTTP/1.1",
        b"POST " + target + b"\x01 HTTP/1.1", b"POST " + target + b"#a HTTP/1.1", b"POST bridge/queue?outer={n} HTTP/1.1",
        b"POST http:" + target + b" HTTP/1.1", b"POST http:///bridge/queue?outer={n} HTTP/1.1",
        b"POST http://user@localhost" + target + b" HTTP/1.1", b"POST ftp://localhost" + target + b" HTTP/1.1",
        b"POST * HTTP/1.1", b"POST localhost:80 HTTP/1.1", b"CONNECT localhost:80 HTTP/1.1", b"POST " + target + b"\rX HTTP/1.1",
        b"POST " + target + b"\x7f HTTP/1.1", b"POST " + target + b" HTTP/1.1\r", b"POST " + target + b"\x0bHTTP/1.1",
        b"\x00POST " + target + b" HTTP/1.1", b"\xef\xbb\xbfPOST " + target + b" HTTP/1.1", b"POST",
    ):
        add(f"the first line {line!r}", first_line(line))
    add("a first line before a line feed", (POST.replace(b"\r\n", b"\n") + HOST + b"\r\n" + INNER, 0))
    add("a head of line feeds", (header(b"Content-Length: 2\r\n")[0].replace(b"\r\n", b"\n"), 0))
    add("an empty head before a line feed", (POST + HOST + b"\n" + INNER, 0))
    add("two empty lines before", (b"\r\n\r\n" + header(b"Content-Length: 2\r\n")[0], 0))
    add("a line feed before", (b"\n" + header(b"Content-Length: 2\r\n")[0], 0))
    add("a CR before", (b"\r" + header(b"Content-Length: 2\r\n")[0], 0))
    add("a preface of HTTP/2", (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + INNER, 0))

    # Headers.
    good = b"Content-Length: 2\r\n"
    for name, lines in (
        ("a second host", b"Host: evil.test\r\n"), ("the same host again", HOST), ("a folded line", b"X: a\r\n b\r\n"),
        ("a folded line with a tab", b"X: a\r\n\tb\r\n"), ("a line of a space", b" \r\n"), ("a line without a colon", b"X\r\n"),
        ("a line without a name", b": a\r\n"), ("a name with a space", b"X y: a\r\n"), ("a name with NUL", b"X\x00: a\r\n"),
        ("a value with NUL", b"X: a\x00b\r\n"), ("a value with a CR", b"X: a\rb\r\n"), ("a value with a line feed", b"X: a\nb: c\r\n"),
        ("a value with a bell", b"X: \x07\r\n"), ("a value with DEL", b"X: \x7f\r\n"), ("a name with a bracket", b"X[: a\r\n"),
        ("a name of other letters", b"\xc3\xa4: a\r\n"), ("a request in a header", b"GET /call HTTP/1.1\r\n"),
        ("an expectation that is not known", b"Expect: 200-ok\r\n"), ("a line before a CR, CR, LF", b"X: a\r\r\n"),
        ("a line before LF, CR", b"X: a\n\r"), ("escapes of ANSI", b"X: \x1b[0m\r\n"),
    ):
        add(name, header(lines + good))
        # Where it stands makes no difference.
        if name not in ("a folded line", "a folded line with a tab", "a line of a space"):
            add(name + ", before the host", (POST + lines + HOST + good + b"\r\n[]" + INNER, 0))
    add("no host", (POST + good + b"\r\n[]" + INNER, 0))
    add("a coding in HTTP/1.0", (POST.replace(b"1.1", b"1.0") + HOST + CHUNKED + b"\r\n" + end + INNER, 0))
    add("a length and a coding in HTTP/1.0", (POST.replace(b"1.1", b"1.0") + HOST + good + CHUNKED + b"\r\n" + end + INNER, 0))
    return list(found.values())
