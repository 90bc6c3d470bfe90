import { startS3Double } from '#server/outside/s3-double.ts'

const account = { bucket: 'karta', region: 'us-east-1', accessKeyId: 'bench', secretAccessKey: 'bench-secret' }

/** An object store in this process that all servers share, and what they need to know of it. */
export async function openSharedObjects() {
  const double = await startS3Double(account, () => new Date())
  return {
    settings: {
      S3_ENDPOINT: double.url,
      S3_BUCKET: account.bucket,
      S3_REGION: account.region,
      S3_ACCESS_KEY_ID: account.accessKeyId,
      S3_SECRET_ACCESS_KEY: account.secretAccessKey,
      S3_FORCE_PATH_STYLE: 'true',
    },
    behave: double.behave,
    close: () => double.close(),
  }
}
