import { z } from 'zod'
import { readSetting, writeSetting } from '../store/installation/settings.ts'
import type { Store } from '../store/sqlite/open.ts'
import type { LiveKeys } from '../wallets/live-keys.ts'
import { type BackupKey, backupKeyOf } from './sealed.ts'

const settingKey = 'backup-key'
const stored = z.object({ fingerprint: z.string(), key: z.base64() })

/**
 * The key that encrypts backups. It is stored in the database when the vault is first open, so that backups can also be made while it is
 * locked. Whoever can read the database has the backed-up data anyway, and the key does not reveal the seed.
 */
export interface StoredKey {
  /** Why there is no key, in a sentence; null when there is one. */
  missing(): Promise<string | null>
  /** Undefined where there is no key. */
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
