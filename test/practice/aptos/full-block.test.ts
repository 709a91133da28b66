/** More waits than a block holds. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mnemonicToSeedSync } from '@scure/bip39'
import { afterEach, expect, it, vi } from 'vitest'
import { coinPayload } from '../../../src/core/chains/aptos/scripts/payloads.ts'
import { signedBytes, transactionOf } from '../../../src/core/chains/aptos/transactions/signing.ts'
import { openAptosChain, practiceChainId } from '../../../src/core/practice/aptos/ledger/chain.ts'
import { ledgerFile, openAptosNode } from '../../../src/core/practice/aptos/node.ts'
import { readSigned } from '../../../src/core/practice/aptos/pool/signed.ts'
import { openAptosLedger } from '../../../src/core/store/installation/aptos-ledger.ts'
import { openAptosKeys } from '../../../src/core/wallets/aptos-keys.ts'

const dir = mkdtempSync(join(tmpdir(), 'mintdesk-full-block-'))
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const keys = openAptosKeys(mnemonicToSeedSync('test test test test test test test test test test test junk'))
const senders = Array.from({ length: 6 }, (_, place) => keys.treasury(place))
/** Of each sender: all together more than a block's 500. */
const many = 90

it('goes into the next block by itself, though nothing else arrives', async () => {
  const ledger = openAptosLedger(join(dir, ledgerFile), { began: 1, salt: 'salt' })
  const chain = openAptosChain({ ledger, clock: Date.now })
  const payload = coinPayload(`0x${'b'.repeat(64)}`, 1n)
  ledger.together(() => {
    for (const sender of senders) {
      chain.give(sender.address, 10_000_000_000n)
      for (let sequence = 0; sequence < many; sequence++) {
        const parts = { chainId: practiceChainId, sender: sender.address, sequence, units: 50_000n, price: 100n }
        const sent = readSigned(signedBytes(transactionOf(payload, parts), sender, null))
        expect(chain.submit(sent)).toMatchObject({ kind: 'pending' })
      }
    }
  })
  ledger.close()
  const node = await openAptosNode({ dir, port: 0, commitMs: 1 })
  try {
    await vi.waitFor(
      async () => {
        for (const { address } of senders) {
          const answer = await fetch(`http://127.0.0.1:${node.port}/v1/accounts/${address}`)
          expect(await answer.json()).toMatchObject({ sequence_number: String(many) })
        }
      },
      { timeout: 30_000, interval: 200 },
    )
  } finally {
    await node.close()
  }
}, 120_000)
