/**
 * `safeStorage`: seals with a key in a file beside the windows' data, so that a second start opens what the first sealed. Which Linux
 * backend it plays stands in STANDIN_KEYCHAIN; without it there is none (`basic_text`), as on a bare desktop.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from './app.mjs'

function key() {
  const file = join(app.getPath('userData'), 'standin.keychain')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600 })
  return readFileSync(file)
}

export const safeStorage = {
  getSelectedStorageBackend: () => (app.isReady() ? (process.env.STANDIN_KEYCHAIN ?? 'basic_text') : 'unknown'),
  isAsyncEncryptionAvailable: async () => true,
  encryptStringAsync: async (text) => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key(), nonce)
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  },
  decryptStringAsync: async (sealed) => {
    const decipher = createDecipheriv('aes-256-gcm', key(), sealed.subarray(0, 12)).setAuthTag(sealed.subarray(-16))
    const result = decipher.update(sealed.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
    return { result, shouldReEncrypt: false }
  },
}
