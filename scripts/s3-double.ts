import { startS3Double } from '#server/outside/s3-double.ts'

/** An object store on this machine that speaks S3 and forgets everything when it ends. Ctrl+C stops it. */
const account = { bucket: 'karta', region: 'us-east-1', accessKeyId: 'double', secretAccessKey: 's3-double-secret' }

const { url } = await startS3Double(account, () => new Date(), 4707)
console.log(`Uploaded files are kept here, in memory. Start Karta with

  S3_ENDPOINT=${url} S3_BUCKET=${account.bucket} S3_ACCESS_KEY_ID=${account.accessKeyId} \\
  S3_SECRET_ACCESS_KEY=${account.secretAccessKey} npm start
`)
