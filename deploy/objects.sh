#!/bin/sh
# Starts an S3-compatible store with one key, and makes Karta's bucket in it.
set -eu
cat > /etc/s3.json <<JSON
{
  "identities": [
    {
      "name": "karta",
      "credentials": [{ "accessKey": "$S3_ACCESS_KEY_ID", "secretKey": "$S3_SECRET_ACCESS_KEY" }],
      "actions": ["Admin", "Read", "Write", "List", "Tagging"]
    }
  ]
}
JSON
(
  until echo 's3.bucket.create -name karta' | weed shell -master=localhost:9333 2>/dev/null | grep -q karta; do sleep 1; done
) &
exec weed server -dir=/data -s3 -s3.config=/etc/s3.json
