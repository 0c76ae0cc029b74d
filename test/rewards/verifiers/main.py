import base64, sys
from rewards import is_verified

for line in sys.stdin:
    message_id, timestamp, signatures, body = line.rstrip("\n").split("\t")
    headers = {"webhook-id": message_id, "webhook-timestamp": timestamp, "webhook-signature": signatures}
    print(str(is_verified(sys.argv[1], headers, base64.b64decode(body))).lower())
