/** Storage, backups and names against whatever answers: the real service, or what plays one. */
import { join } from 'node:path'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { findBackup } from '../../src/core/backup/find-backup.ts'
import { accessOf } from '../../src/core/backup/place.ts'
import { restoreBackup } from '../../src/core/backup/restore.ts'
import { backupKeyOf } from '../../src/core/backup/sealed.ts'
import { fingerprintOf, readWords, seedOf } from '../../src/core/wallets/words.ts'
import { type StorageRequest, storageTest } from '../../src/shared/api-schemas/storage.ts'
import { storageSeen } from '../../src/shared/app-api/storage-seen.ts'
import { type BackupBucket, backupsState, walletSearch } from '../../src/shared/app-api.ts'
import { type Caller, withCore } from '../core/trial-core.ts'
import { liveProject, until } from './live-job.ts'
import type { PartContext } from './part-context.ts'

/** With a live project of a new seed: nothing of it has ever been anywhere. */
function withProject(folder: string, words: string, use: (call: Caller) => Promise<void>): Promise<void> {
  return withCore(folder, async (core) => use((await liveProject(core, 'Live trial')).call), {
    env: { MINTDESK_LIVE_SEED: words },
  })
}

async function asked(answer: ReturnType<Caller>): Promise<unknown> {
  const { status, text, json } = await answer
  if (status >= 300) throw new Error(String(json?.message ?? text))
  return json
}

const newWords = (): string => generateMnemonic(wordlist, 256)

/** Sets the storage, has it keep a file that nobody ever kept, and asks for that as the world does. Not being found is said, not failed. */
export async function storageJob({ folder, say }: PartContext, request: StorageRequest): Promise<void> {
  await withProject(folder, newWords(), async (call) => {
    await asked(call('PUT', '/app/storage', request))
    const { name, version, latencyMs } = storageTest.parse(await asked(call('POST', '/app/storage/test')))
    say(`${name} (${version}) keeps what it gets under its CID; it took ${latencyMs} ms.`)
    say(storageSeen.parse(await asked(call('POST', '/app/storage/seen'))).said)
  })
}

/** Makes two backups, and verifies the last one as restoring does. */
export async function backupJob({ folder, say }: PartContext, place: string, bucket: BackupBucket): Promise<void> {
  const words = newWords()
  await withProject(join(folder, 'data'), words, async (call) => {
    for (const body of [{ place, bucket }, { place }]) {
      await asked(call('POST', '/app/backups', body))
      const { last, notice } = await until(
        async () => backupsState.parse(await asked(call('GET', '/app/backups'))),
        ({ running }) => running === null,
      )
      if (last === null || notice !== null) throw new Error(notice ?? 'No backup was made.')
      say(`${last.name}: ${last.figures?.files} files, ${last.figures?.written} bytes written.`)
    }
  })
  const read = readWords(words)
  if (!('entropy' in read)) throw new Error('The words are none.')
  const key = backupKeyOf(await seedOf(read.entropy), await fingerprintOf(read.entropy))
  const found = await findBackup({ place, access: accessOf(bucket, undefined) }, key)
  try {
    await restoreBackup({ found, key, dataDir: join(folder, 'elsewhere'), checkOnly: true })
  } finally {
    await found.target.close()
  }
  say(`${found.of} backups are there, and the last one is whole.`)
}

/** Looks a name up as the search for wallets does. */
export async function nameJob({ folder, say }: PartContext, name: string, address: string): Promise<void> {
  await withProject(folder, newWords(), async (call) => {
    const path = `/app/wallets/search?q=${encodeURIComponent(name)}`
    const { meanings, message } = walletSearch.parse(await asked(call('GET', path)))
    const found = meanings.map((meaning) => JSON.stringify(meaning))
    if (!found.some((text) => text.toLowerCase().includes(address.toLowerCase())))
      throw new Error(`${name} does not lead to ${address}: ${message ?? found.join(', ')}`)
    say(`${name} leads to ${address}.`)
  })
}
