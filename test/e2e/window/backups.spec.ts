/** Backups in Settings: the reason while there is no seed, then a bucket, a folder, the first backup, and one that fails. */
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { openS3Double, type S3Double } from '../../metadata/services/s3-double.ts'
import { keepPicture, keepPictures } from '../keep-picture.ts'
import { openSettings } from '../open-settings.ts'
import { type RunningCore, startCore } from './core.ts'

/** Words that everybody knows: good enough to seal a backup of nothing with. */
const words = `${'abandon '.repeat(23)}art`

let core: RunningCore
let bucket: S3Double
let page: Page
let disk: string
let folder: string

test.beforeAll(async ({ browser }) => {
  disk = await mkdtemp(join(tmpdir(), 'mintdesk-backups-'))
  folder = join(disk, 'backups')
  bucket = await openS3Double()
  core = await startCore(undefined, { MINTDESK_LIVE_SEED: words })
  page = await browser.newPage()
  await core.enter(page)
})
test.afterAll(async () => {
  await page?.close()
  await core?.close()
  await bucket?.close()
  for (const path of [disk, `${disk}-gone`]) await rm(path, { recursive: true, force: true })
})

test('backups are set to a bucket and to a folder, made at once, and a folder that is gone is told with its cure', async ({
  browserName: _,
}, info) => {
  await openSettings(page, 'Keys and backup')
  const backups = page.getByRole('region', { name: 'Backups' })
  await expect(backups).toContainText('There is no backup yet.')
  const make = backups.getByRole('button', { name: 'Make backups' })
  await expect(make).toBeDisabled()
  await backups.getByText('A bucket (S3)').click()
  for (const [label, text] of [
    ['Address of the service', bucket.url],
    ['Bucket', 'nfts'],
    ['Folder in it', 'shop'],
    ['Access key ID', bucket.accessKeyId],
  ] as const)
    await backups.getByRole('textbox', { name: label }).fill(text)
  await expect(make).toBeDisabled()
  await backups.getByLabel('Secret access key').fill('another')
  await make.click()
  await expect(backups.getByRole('alert')).toContainText('copy the key and its secret again')
  await keepPictures(page, info, 'backups-bucket')
  await backups.getByLabel('Secret access key').fill(bucket.secretAccessKey)
  await make.click()
  await expect(backups.getByRole('status')).toContainText('had to be written, and was read back.')
  await expect(backups).toContainText(`To s3://nfts/shop at ${bucket.url}`)
  // One by the button, and perhaps one by the schedule, which had its turn in between.
  expect([...bucket.objects.keys()].filter((name) => name.endsWith('.mintdesk')).length).toBeGreaterThan(0)
  await backups.getByRole('button', { name: 'Change' }).click()
  await backups.getByText('A folder', { exact: true }).click()
  await backups.getByLabel('Folder for backups').fill('backups')
  await make.click()
  await expect(backups.getByRole('alert')).toContainText('Name the backup folder by its whole path')
  await keepPicture(page, info, 'backups-form')
  await backups.getByLabel('Folder for backups').fill(folder)
  await backups.getByLabel('How many stay').fill('3')
  // A first backup that fails leaves the schedule set.
  await page.route('**/app/backups', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 503,
          json: { error: true, code: 'backup.failed', message: 'The folder does not answer.' },
        })
      : route.continue(),
  )
  await make.click()
  await expect(page.getByText('The folder does not answer. The schedule is set.')).toBeVisible()
  await expect(backups).toContainText('The last 3 stay.')
  await page.unrouteAll({ behavior: 'wait' })
  await backups.getByRole('button', { name: 'Back up now' }).click()
  await expect(backups.getByRole('status')).toContainText('had to be written, and was read back.')
  await expect(backups).toContainText('The last 3 stay.')
  await keepPictures(page, info, 'backups-made')
  // With the folder above it: else a backup by hand would make it anew. And at once: the schedule may be writing there.
  await rename(disk, `${disk}-gone`)
  // The schedule may have met it as well, and says so beside; of its own that is under way, a press waits for the end.
  await expect(async () => {
    await backups.getByRole('button', { name: 'Back up now' }).click()
    const refused = backups.getByRole('alert', { name: 'No backup was begun' })
    await expect(refused).toContainText('connect its disk, or choose', { timeout: 5_000 })
  }).toPass()
  await keepPicture(page, info, 'backups-gone')
  await backups.getByRole('button', { name: 'Make none any more' }).click()
  await expect(make).toBeVisible()
})
