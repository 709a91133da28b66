import { beforeAll, expect, it } from 'vitest'
import { correctedRun } from '../core/corrected-run.ts'
import { windowOf, withFolder } from '../core/trial-core.ts'
import { solanaRecipientOf } from '../minting/open-engine.ts'
import { openApi } from './open-api.ts'
import { newTape } from './world.ts'

beforeAll(() => newTape('corrected'))

it('a failed NFT on Solana is given to somebody else, minted once, and its first failure stays in its history', async () => {
  const [good, wrong, right] = [solanaRecipientOf(1), solanaRecipientOf(2), solanaRecipientOf(3)]
  await withFolder((folder) =>
    openApi(folder, 'corrected', async (call, core) => {
      await correctedRun((await windowOf(core)).call, { chain: 'solana', good, wrong, right })
      for (const [wallet, nfts] of [
        [good, 1],
        [wrong, 0],
        [right, 1],
      ] as const)
        expect((await call('GET', `/api/2022-06-09/wallets/solana:${wallet}/nfts`)).json, wallet).toHaveLength(nfts)
    }),
  )
})
