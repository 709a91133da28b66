import { z } from 'zod'
import { readSetting, writeSetting } from '../store/installation/settings.ts'
import type { Store } from '../store/sqlite/open.ts'
import type { LiveKeys } from '../wallets/live-keys.ts'
import { type BackupKey, backupKeyOf } from './sealed.ts'

const settingKey = 'backup-key'
const stored = z.object({ fingerprint: z.string(), key: z.base64() })

/**
 * The key that seals backups. It is kept in the database from the first time that the vault is open, so that backups are also made while it is
 * locked: who reads the database has what is backed up anyway, and the seed does not follow from it.
 */
export interface StoredKey {
  /** Why there is none, in a sentence; null when there is one. */
  missing(): Promise<string | null>
  /** Undefined where there is none. */
  get(): Promise<BackupKey | undefined>
}

export function storedKey(db: Store, keys: LiveKeys): StoredKey {
  async function get(): Promise<BackupKey | undefined> {
    const fingerprint = keys.fingerprint()
    if (fingerprint === null || keys.unavailable() !== null) return undefined
    const kept = await readSetting(db, settingKey, stored)
    if (kept?.fingerprint === fingerprint) return { fingerprint, key: Buffer.from(kept.key, 'base64') }
    if (keys.locked() !== null) return undefined
    const made = backupKeyOf(keys.seed(), fingerprint)
    await writeSetting(db, settingKey, { fingerprint, key: Buffer.from(made.key).toString('base64') })
    return made
  }
  return {
    get,
    async missing() {
      if ((await get()) !== undefined) return null
      const why = keys.unavailable() ?? keys.locked() ?? ''
      return `Backups are sealed with a key that follows from the 24 words, so that these alone restore them. ${why}`
    },
  }
}
