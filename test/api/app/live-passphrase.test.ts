import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { project, vaultWords } from '../../../src/shared/app-api.ts'
import { windowOf, withCore, withFolder } from '../../core/trial-core.ts'
import { recipientOf } from '../../minting/open-engine.ts'

const passphrase = 'correct horse battery'
const cheap = { trial: { vaultCost: { N: 1_024, r: 8, p: 1 } } }

test('of a live project, a session alone takes no coin out and signs no text: the vault’s passphrase does', async () => {
  await withFolder((folder) =>
    withCore(
      folder,
      async (core) => {
        const { call } = await windowOf(core)
        const { words, vault } = vaultWords.parse((await call('POST', '/app/vault', { passphrase })).json)
        const answers = (vault.asks ?? []).map((place) => ({ place, word: words[place - 1] ?? '' }))
        expect((await call('POST', '/app/vault/backup', { answers })).status).toBe(200)
        const { id } = project.parse((await call('POST', '/app/projects', { name: 'Shop', kind: 'live' })).json)
        const live = { 'x-mintdesk-project': id }

        const to = recipientOf(1)
        const asked = { id: randomUUID(), chain: 'polygon', to, again: recipientOf(2), amount: '1' }
        const wrong = { status: 403, json: { code: 'vault.passphrase' } }
        expect(await call('POST', '/app/withdrawals', asked, live)).toMatchObject(wrong)
        expect(await call('POST', '/app/withdrawals', { ...asked, passphrase: 'guessed' }, live)).toMatchObject(wrong)
        // With it the request itself is looked at.
        expect(await call('POST', '/app/withdrawals', { ...asked, passphrase }, live)).toMatchObject({
          status: 422,
          json: { code: 'withdrawal.again' },
        })
        const text = { chain: 'polygon', message: 'I own this.' }
        expect(await call('POST', '/app/signatures', text, live)).toMatchObject(wrong)
        const signed = await call('POST', '/app/signatures', { ...text, passphrase }, live)
        expect(signed).toMatchObject({ status: 200, json: { signature: expect.stringMatching(/^0x[0-9a-f]{130}$/) } })
        // No audit entry holds it.
        expect(JSON.stringify((await call('GET', '/app/audit', undefined, live)).json)).not.toContain(passphrase)
      },
      cheap,
    ),
  )
})
