/** Backups as a person has them: over the API and the command line, of a core that runs. */
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { expect, it } from 'vitest'
import { type BackupsState, backupsState, project, vaultWords } from '../../src/shared/app-api.ts'
import { cli, talkToCli } from '../cli/run-cli.ts'
import { type Caller, windowOf, withCore, withFolder } from '../core/trial-core.ts'
import { openS3Double } from '../metadata/services/s3-double.ts'

const words = generateMnemonic(wordlist, 256)
const seeded = { env: { MINTDESK_LIVE_SEED: words } }

const stateOf = async (call: Caller) => backupsState.parse((await call('GET', '/app/backups')).json)

async function when(call: Caller, isSo: (state: BackupsState) => boolean): Promise<BackupsState> {
  for (;;) {
    const state = await stateOf(call)
    if (isSo(state)) return state
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

it('a backup is made, verified and restored on the command line, by the words alone', {
  timeout: 300_000,
}, async () => {
  await withFolder(async (root) => {
    const [home, folder, elsewhere, wordsFile] = ['home', 'backups', 'elsewhere', 'words.txt'].map((name) =>
      join(root, name),
    ) as [string, string, string, string]
    await writeFile(wordsFile, `${words}\n`)
    await withCore(
      home,
      async (core) => {
        const { call } = await windowOf(core)
        await call('POST', '/app/projects', { name: 'Shop', kind: 'live' })
        const made = await cli(home, 'backup', folder, '--json')
        expect(made.stderr).toBe('')
        expect(JSON.parse(made.stdout)).toMatchObject({ place: folder, figures: { files: expect.any(Number) } })
        const on = await cli(home, 'backups', 'on', folder, '--every', '7', '--keep', '3')
        expect(on.stdout).toContain('every 7 minutes while something changes, and at each quiet moment')
        expect((await stateOf(call)).schedule).toEqual({ place: folder, everyMinutes: 7, keep: 3 })
        expect((await cli(home, 'backup')).code).toBe(0)
        expect((await cli(home, 'backups', 'off')).stdout).toContain('Those that are there stay.')
        expect((await stateOf(call)).schedule).toBeNull()
        const refused = await cli(home, 'restore', folder, '--words-file', wordsFile)
        expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') })
      },
      seeded,
    )
    const checked = await cli(elsewhere, 'restore', folder, '--words-file', wordsFile, '--check')
    expect(checked.stdout).toContain('The backup is whole.')
    const restored = await cli(elsewhere, 'restore', folder, '--words-file', wordsFile)
    expect(restored.code).toBe(0)
    expect(restored.stdout).toMatch(/What was done between 20\S+Z and the loss is not in it:/)
    expect(restored.stdout).toContain('ask for them again under the same ids')
    expect(restored.stdout + restored.stderr).not.toContain(words.split(' ').slice(0, 3).join(' '))
    await withCore(
      elsewhere,
      async (core) => {
        const { call } = await windowOf(core)
        const projects = project.array().parse((await call('GET', '/app/projects')).json)
        expect(projects.map(({ name }) => name)).toContain('Shop')
      },
      seeded,
    )
    await writeFile(wordsFile, generateMnemonic(wordlist, 256))
    const other = await cli(join(root, 'third'), 'restore', folder, '--words-file', wordsFile)
    expect(other.stderr).toContain('were made with another seed')
    await writeFile(wordsFile, words.replace(/^\S+/, 'mintdesk'))
    const mistyped = await cli(join(root, 'third'), 'restore', folder, '--words-file', wordsFile)
    expect(mistyped.stderr).toContain('Word 1, "mintdesk", is not in BIP-39')
  })
})

it('a bucket takes backups, keeps what lets in to it without showing it, and gives them back on the command line', {
  timeout: 300_000,
}, async () => {
  const bucket = await openS3Double()
  const { accessKeyId, secretAccessKey } = bucket
  const place = 's3://nfts/shop'
  const reached = ['--endpoint', bucket.url, '--key-id', accessKeyId, '--auth']
  await withFolder(async (root) => {
    const [home, wordsFile] = [join(root, 'home'), join(root, 'words.txt')]
    await writeFile(wordsFile, `${words}\n`)
    await withCore(
      home,
      async (core) => {
        const { call } = await windowOf(core)
        await call('POST', '/app/projects', { name: 'Shop', kind: 'live' })
        const unknown = await cli(home, 'backup', place)
        expect(unknown.stderr).toContain('Say how the bucket nfts is reached')
        const wrong = await cli(home, 'backup', place, ...reached, 'wr0ng')
        expect(wrong.stderr).toContain('copy the key and its secret again')
        const byHand = `${place}/by-hand`
        expect(await cli(home, 'backup', byHand, ...reached, secretAccessKey)).toMatchObject({ code: 0, stderr: '' })
        // It is kept for the bucket: neither key nor address is asked for again.
        const on = await cli(home, 'backups', 'on', place)
        expect(on.stdout).toContain(`${bucket.url}, with the key ${accessKeyId}`)
        // Another key for another folder of it changes nothing of the schedule.
        expect((await cli(home, 'backup', `${place}/other`, ...reached, 'wr0ng')).code).toBe(1)
        const { last, notice } = await when(call, (state) => state.last?.place === place && state.running === null)
        expect({ last, notice }).toMatchObject({ last: { place }, notice: null })
        const state = await call('GET', '/app/backups')
        expect(state.json).toMatchObject({ schedule: { place }, bucket: { endpoint: bucket.url, accessKeyId } })
        expect(state.text).not.toContain(secretAccessKey)
        await cli(home, 'backups', 'off')
        expect((await cli(home, 'backup', place)).stderr).toContain('Say how the bucket nfts is reached')
      },
      seeded,
    )
    const elsewhere = join(root, 'elsewhere')
    const restore = talkToCli(elsewhere, 'restore', `${place}/by-hand`, '--words-file', wordsFile, ...reached, '-')
    restore.type(secretAccessKey)
    expect(await restore.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('Restored to') })
    expect((await readdir(elsewhere)).includes('mintdesk.db')).toBe(true)
  })
  await bucket.close()
})

it('backups are made by themselves; a folder that is gone is a notice with the cure, and the next backup takes it back', {
  timeout: 120_000,
}, async () => {
  await withFolder(async (root) => {
    const [home, folder] = [join(root, 'home'), join(root, 'backups')]
    await withCore(
      home,
      async (core) => {
        const { call } = await windowOf(core)
        await call('PUT', '/app/backups', { place: folder, everyMinutes: 1, keep: 2 })
        expect(await when(call, ({ last }) => last !== null)).toMatchObject({ notice: null, last: { place: folder } })
      },
      seeded,
    )
    await rename(folder, `${folder}-gone`)
    await withCore(
      home,
      async (core) => {
        const { call } = await windowOf(core)
        const { notice, schedule } = await when(call, (state) => state.notice !== null)
        expect(notice).toMatch(/backups cannot be used: it is not there: connect its disk, or choose another folder\.$/)
        expect(schedule).toMatchObject({ place: folder })
        await rename(`${folder}-gone`, folder)
        await call('POST', '/app/backups', {})
        expect(await when(call, ({ running }) => running === null)).toMatchObject({
          notice: null,
          last: { place: folder },
        })
      },
      seeded,
    )
  })
})

it('a vault that was open once is backed up while it is locked, and opens with its passphrase where it is restored', {
  timeout: 120_000,
}, async () => {
  await withFolder(async (root) => {
    const passphrase = 'correct horse battery'
    const cheap = { trial: { vaultCost: { N: 1_024, r: 8, p: 1 } } }
    const [folder, wordsFile] = [join(root, 'backups'), join(root, 'words.txt')]
    await withCore(
      join(root, 'home'),
      async (core) => {
        const { call } = await windowOf(core)
        const made = vaultWords.parse((await call('POST', '/app/vault', { passphrase })).json)
        await writeFile(wordsFile, made.words.join(' '))
        expect((await stateOf(call)).missing).toContain('is not backed up')
        const answers = made.vault.asks?.map((place) => ({ place, word: made.words[place - 1] }))
        await call('POST', '/app/vault/backup', { answers })
        await call('POST', '/app/vault/lock')
        await call('POST', '/app/backups', { place: folder })
        expect(await when(call, ({ running }) => running === null)).toMatchObject({
          notice: null,
          last: { place: folder },
        })
      },
      cheap,
    )
    expect((await cli(join(root, 'elsewhere'), 'restore', folder, '--words-file', wordsFile)).code).toBe(0)
    await withCore(
      join(root, 'elsewhere'),
      async (core) => {
        const { call } = await windowOf(core)
        expect((await call('POST', '/app/vault/unlock', { passphrase })).json).toMatchObject({ state: 'open' })
      },
      cheap,
    )
  })
})

it('without a seed, or into the data folder itself, none is made, with the reason', async () => {
  await withFolder(async (root) => {
    await withCore(join(root, 'bare'), async (core) => {
      const { call } = await windowOf(core)
      expect((await stateOf(call)).missing).toMatch(/^Backups are sealed with a key .* make the vault in Settings/)
      const refused = await call('POST', '/app/backups', { place: join(root, 'backups') })
      expect(refused).toMatchObject({ status: 422, json: { code: 'backup.key' } })
    })
    await withCore(
      join(root, 'home'),
      async (core) => {
        const { call } = await windowOf(core)
        for (const folder of [join(root, 'home'), join(root, 'home/backups'), 'backups', join(root, 'no/such')])
          expect(await call('POST', '/app/backups', { place: folder })).toMatchObject({
            status: 422,
            json: { code: 'backup.folder' },
          })
        expect(await call('POST', '/app/backups', {})).toMatchObject({ status: 422, json: { code: 'backup.folder' } })
        // A folder that is there and cannot be written is refused when the schedule is set, and not at its first backup.
        const [good, bad] = [join(root, 'good'), join(root, 'bad')]
        const plan = (place: string) => call('PUT', '/app/backups', { place, everyMinutes: 60, keep: 2 })
        expect((await plan(good)).status).toBe(200)
        const [ours = ''] = await readdir(good)
        await mkdir(bad)
        await writeFile(join(bad, ours), 'a file where the folder is to be')
        expect(await plan(bad)).toMatchObject({ status: 422, json: { code: 'backup.folder' } })
        expect((await stateOf(call)).schedule?.place).toBe(good)
      },
      seeded,
    )
  })
})
