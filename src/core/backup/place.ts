/** The person's place for backups: a folder, or a bucket with its access. */
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { z } from 'zod'
import { type BackupBucket, isBucketPlace } from '../../shared/app-api/backups.ts'
import { CoreError } from '../lib/errors.ts'
import type { S3Place } from '../metadata/services/s3-bucket.ts'
import { folderTarget } from './folder-target.ts'
import type { S3TargetOptions } from './s3-target.ts'
import type { BackupTarget } from './target.ts'

/** The access to a bucket, as the database stores it. */
export const bucketAccess = z.object({
  endpoint: z.string(),
  region: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
})
export type BucketAccess = z.infer<typeof bucketAccess>

/** `place`: the absolute path of a folder, or `s3://<bucket>/<folder in it>`; `access` is for buckets only. */
export interface BackupPlace {
  place: string
  access: BucketAccess | null
}

/** Ours: options for a bucket while the person waits for its answer. */
export const hurried: S3TargetOptions = { patienceMs: 5_000, retries: [] }

/**
 * @param below Mintdesk's own folder in the place
 * @param options options for a bucket
 * @throws CoreError `backup.bucket` where the access is missing
 */
export async function openTarget(
  { place, access }: BackupPlace,
  below: string,
  options?: S3TargetOptions,
): Promise<BackupTarget> {
  if (!isBucketPlace(place)) return folderTarget(place, below)
  const { bucket, prefix } = bucketIn(place)
  if (access === null)
    throw new CoreError(
      'backup.bucket',
      `Say how the bucket ${bucket} is reached: the address of its service, and an access key with its secret (on the command line --endpoint, --key-id and --auth -).`,
    )
  const s3: S3Place = { ...access, bucket }
  // A core without backups to a bucket need not load the code that calls services.
  const { s3Target } = await import('./s3-target.ts')
  return s3Target(place, s3, prefix === '' ? below : `${prefix}/${below}`, options)
}

/**
 * The bucket of `s3://<bucket>/<folder in it>`, and the folder without slashes at its ends, '' for none.
 * @throws CoreError `backup.bucket`
 */
export function bucketIn(place: string): { bucket: string; prefix: string } {
  const [, bucket = '', rest = ''] = /^s3:\/\/([^/]*)(?:\/(.*?))?\/*$/s.exec(place) ?? []
  const isPlain = rest === '' || rest.split('/').every((name) => /^(?!\.\.?$)[^\p{Cc}\\]+$/u.test(name))
  if (/^[\w.-]{3,255}$/.test(bucket) && isPlain) return { bucket, prefix: rest }
  throw new CoreError(
    'backup.bucket',
    `${JSON.stringify(place)} names no bucket: write s3://<bucket>, or s3://<bucket>/<folder in it>.`,
  )
}

/**
 * Checks the given access to a bucket; where the secret is missing, the stored one for the same service and key is taken.
 * @throws CoreError `backup.bucket`
 */
export function accessOf(given: BackupBucket, kept: BucketAccess | undefined): BucketAccess {
  const url = URL.parse(given.endpoint.trim())
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '')
    throw new CoreError(
      'backup.bucket',
      `${JSON.stringify(given.endpoint)} is no address of a service: write it like https://s3.eu-central-1.amazonaws.com, without a key in it.`,
    )
  const endpoint = `${url.origin}${url.pathname.replace(/\/*$/, '')}`
  const { region, accessKeyId } = given
  const isSame = kept?.endpoint === endpoint && kept.accessKeyId === accessKeyId
  const secretAccessKey = given.secretAccessKey?.trim() || (isSame ? kept.secretAccessKey : '')
  if (secretAccessKey === '' || /[^\x21-\x7e]/.test(secretAccessKey + accessKeyId))
    throw new CoreError(
      'backup.bucket',
      `Give the access key ${JSON.stringify(accessKeyId)} with its secret, as the service shows them, without spaces (on the command line --auth -).`,
    )
  return { endpoint, region, accessKeyId, secretAccessKey }
}

/** Refuses a folder in the data folder: it would be lost with the data. @throws CoreError `backup.folder` */
export function requireElsewhere(folder: string, dataDir: string): void {
  if (!isAbsolute(folder))
    throw new CoreError('backup.folder', `Name the backup folder by its whole path, not as ${JSON.stringify(folder)}.`)
  const way = relative(resolve(dataDir), resolve(folder))
  if (way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)))
    throw new CoreError(
      'backup.folder',
      `The backup folder ${folder} lies in the data folder, and would be lost with it: choose one on another disk.`,
    )
}
