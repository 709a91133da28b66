import { resolve } from 'node:path'
import { type BackupBucket, isBucketPlace } from '../../shared/app-api.ts'
import { openLines } from '../ask/ask-lines.ts'
import { secretLine } from '../ask/secret-line.ts'
import type { Context } from '../context.ts'
import { CommandError } from '../failure.ts'

/** The options of a bucket, as the person typed them. */
export interface BucketOptions {
  endpoint?: string
  region?: string
  keyId?: string
  auth?: string
}

/** A place for backups in the core's form: the absolute path of a folder, or a bucket as typed. */
export function placeOf(place: string): string {
  return isBucketPlace(place) ? place : resolve(place)
}

/**
 * The access to a bucket, from the typed options or else the environment. Asks the person for a missing secret.
 * @param mayBeKept whether the core may have stored the access before: then what is missing need not be given or asked for
 * @returns undefined for a folder, or to use the stored access
 * @throws CommandError `backup.bucket` that names what is missing
 */
export async function bucketOf(
  context: Context,
  place: string,
  { endpoint, region, keyId, auth }: BucketOptions,
  { mayBeKept }: { mayBeKept: boolean },
): Promise<BackupBucket | undefined> {
  if (!isBucketPlace(place)) return undefined
  const { AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env
  const id = keyId ?? AWS_ACCESS_KEY_ID
  const where = region ?? AWS_REGION ?? 'auto'
  const url = endpoint ?? AWS_ENDPOINT_URL ?? (where === 'auto' ? undefined : `https://s3.${where}.amazonaws.com`)
  const isTyped = endpoint !== undefined || keyId !== undefined || auth !== undefined
  if (mayBeKept && !isTyped && (id === undefined || url === undefined)) return undefined
  const given = { endpoint: needed(url, '--endpoint <address of its service>'), region: where }
  const accessKeyId = needed(id, '--key-id <access key id>')
  const typed = auth === '-' ? await secretLine('the secret of the access key') : auth
  const secret = typed ?? AWS_SECRET_ACCESS_KEY ?? (mayBeKept ? undefined : await askFor(context, accessKeyId))
  return { ...given, accessKeyId, ...(secret === undefined ? {} : { secretAccessKey: secret }) }
}

async function askFor({ terminal, stop }: Context, id: string): Promise<string> {
  if (!terminal.canAsk) return needed(undefined, '--auth - with the secret of the access key on standard input')
  const lines = openLines(terminal, stop)
  try {
    return await lines.ask(`The secret of the access key ${id}:`, { hidden: true })
  } finally {
    lines.close()
  }
}

function needed(given: string | undefined, what: string): string {
  if (given !== undefined && given !== '') return given
  throw new CommandError('backup.bucket', `Give ${what}, too: that is how the bucket is reached.`)
}
