/** `mint --traits`: which other columns become traits, and what is said of those that are left out. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withCore, withFolder } from '../core/trial-core.ts'
import { addressOf, cli, pixel } from './run-cli.ts'

it('leaves other columns out and says which; what is named must be there', async () => {
  await withFolder(async (home) => {
    const file = join(home, 'guests.csv')
    await writeFile(
      file,
      // A number that is none: no price is asked for, so that no network is needed.
      `Empfänger,Titel,Bild,Quantity,Tier,Telefon\n${addressOf('guest')},Guest 1,"${pixel}",none,Gold,+49 30 901820\n`,
    )
    await withCore(join(home, 'data'), async () => {
      const dry = async (...more: string[]) => await cli(join(home, 'data'), 'mint', file, '--dry-run', ...more)
      const none = await dry()
      expect(none.code, none.stderr).toBe(2)
      expect(none.stdout).toContain('Left out of the NFTs, because metadata is public: Tier, Telefon.')
      const unknown = await dry('--traits', 'tier, Colour')
      expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('has no column "Colour"')])
    })
  })
})
