/** A core that is killed in the middle of a backup to a bucket. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { expect, it } from 'vitest'
import { backupsState } from '../../src/shared/app-api.ts'
import { cli } from '../cli/run-cli.ts'
import { type Caller, root, withFolder } from '../core/trial-core.ts'
import { type KilledCore, startCore } from '../faults/killed-core.ts'
import { openFaultyProxy } from '../metadata/services/faulty-proxy.ts'
import { openS3Double } from '../metadata/services/s3-double.ts'

const words = generateMnemonic(wordlist, 256)
const program = join(root, 'test/faults/crash-core.ts')
const place = 's3://nfts/shop'
const copies = 'backup-unfinished'

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20))
}

const stateOf = async (call: Caller) => backupsState.parse((await call('GET', '/app/backups')).json)

it(
  'a core that is killed in the middle of a backup leaves none that counts, and no copies; the next one sends what was missing',
  {
    timeout: 300_000,
  },
  () =>
    withFolder(async (folder) => {
      const bucket = await openS3Double()
      const proxy = await openFaultyProxy(bucket.url, () => '')
      const { accessKeyId, secretAccessKey } = bucket
      const reached = { endpoint: proxy.url, region: 'auto', accessKeyId, secretAccessKey }
      const [home, elsewhere, wordsFile] = ['home', 'elsewhere', 'words.txt'].map((name) => join(folder, name))
      if (!home || !elsewhere || !wordsFile) throw new Error('no folders')
      let core: KilledCore | undefined
      try {
        core = await startCore(home, { env: { MINTDESK_LIVE_SEED: words } }, program)
        await core.call('POST', '/app/projects', { name: 'Shop', kind: 'live' })
        let killed = false
        // Once two objects are there, nothing is answered any more.
        const held = () => (!killed && bucket.puts >= 2 ? 'slow' : null)
        Object.defineProperty(proxy, 'fault', { get: held })
        expect((await core.call('POST', '/app/backups', { place, bucket: reached })).status).toBe(200)
        await until(() => proxy.met > 0)
        await core.kill()
        killed = true
        expect((await readdir(home)).includes(copies)).toBe(true)
        await writeFile(wordsFile, `${words}\n`)
        await mkdir(elsewhere)
        const restore = ['restore', place, '--words-file', wordsFile, '--check', '--endpoint', proxy.url]
        const known = ['--key-id', accessKeyId, '--auth', secretAccessKey]
        expect((await cli(elsewhere, ...restore, ...known)).stderr).toMatch(/no backup/i)

        core = await startCore(home, { env: { MINTDESK_LIVE_SEED: words } }, program)
        const { call } = core
        expect(await stateOf(call)).toMatchObject({ running: null, last: null, notice: null })
        expect((await readdir(home)).includes(copies)).toBe(false)
        // How the bucket is reached was kept before the backup began.
        expect((await call('POST', '/app/backups', { place })).status).toBe(200)
        await until(async () => (await stateOf(call)).running === null)
        expect(await stateOf(call)).toMatchObject({ last: { place }, notice: null })
        expect(bucket.puts).toBe(bucket.objects.size)
        expect(await cli(elsewhere, ...restore, ...known)).toMatchObject({ code: 0, stderr: '' })
      } finally {
        await core?.kill()
        await Promise.all([bucket.close(), proxy.close()])
      }
    }),
)
