"""Reports of delivery as mail servers write them: this one by Postfix."""

POSTFIX = """\
Return-Path: <>
Delivered-To: {to}
Received: by mail.example.org (Postfix)
\tid 4F1D2A07; Mon,  2 Mar 2026 12:00:05 +0000 (UTC)
Date: Mon,  2 Mar 2026 12:00:05 +0000 (UTC)
From: MAILER-DAEMON@mail.example.org (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: {to}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="9E2C81FF.1772452805/mail.example.org"
Message-Id: <20260302120005.4F1D2A07@mail.example.org>

This is a MIME-encapsulated message.

--9E2C81FF.1772452805/mail.example.org
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mail.example.org.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

<ann@example.org>: host mx.example.org[192.0.2.25] said: 552 5.2.2
    <ann@example.org>: Recipient address rejected: mailbox full (in reply to
    RCPT TO command)

--9E2C81FF.1772452805/mail.example.org
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.org
X-Postfix-Queue-ID: 9E2C81FF
X-Postfix-Sender: rfc822; {to}
Arrival-Date: Mon,  2 Mar 2026 12:00:03 +0000 (UTC)

Final-Recipient: rfc822; ann@example.org
Original-Recipient: rfc822;ann@example.org
Action: {action}
Status: {status}
Remote-MTA: dns; mx.example.org
Diagnostic-Code: smtp; 552 5.2.2 <ann@example.org>: Recipient address rejected:
    mailbox full

--9E2C81FF.1772452805/mail.example.org
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

Return-Path: <{to}>
From: Sealed Move <noreply@www.example.org>
To: ann@example.org
Subject: Your turn: En Garde against Ben

--9E2C81FF.1772452805/mail.example.org--
"""


def report(to: str, action: str = "failed", status: str = "5.2.2") -> bytes:
    """Return a report that came to an address."""
    return POSTFIX.format(to=to, action=action, status=status).encode()
