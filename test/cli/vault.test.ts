import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { windowOf, withCore, withFolder } from '../core/trial-core.ts'
import { cli, talkToCli } from './run-cli.ts'

const passphrase = 'correct horse battery'
/** Of a core that runs: what scrypt usually costs is measured elsewhere. */
const cheap = { trial: { vaultCost: { N: 1_024, r: 8, p: 1 } } }
/** The words by their places, as in `   1  able         7  …`. */
const wordsIn = (text: string): string[] => {
  const found = [...text.matchAll(/ (\d{1,2}) {2}([a-z]{3,8})(?=\s)/g)].map(
    ([, place, word]) => [Number(place), word] as const,
  )
  return found.sort(([one], [other]) => one - other).map(([, word]) => word ?? '')
}

it('the vault is made, backed up, unlocked and restored on the command line', async () => {
  await withFolder(async (home) => {
    const file = join(home, 'passphrase.txt')
    const next = join(home, 'next.txt')
    await writeFile(file, `${passphrase}\nnot this\n`)
    await writeFile(next, 'another passphrase')
    let words: string[] = []
    await withCore(
      home,
      async (core) => {
        const create = talkToCli(home, 'vault', 'create')
        await create.until(/New passphrase \(at least 10 characters\):/)
        create.type(passphrase)
        await create.until(/The same again:/)
        create.type(passphrase)
        await create.until(/Word \d+, from your paper:/)
        words = wordsIn(create.said.stdout)
        expect(words).toHaveLength(24)
        // A wrong one is told by its place, and all three are asked for again.
        for (let at = 0; at < 3; at++) create.type('nonsense')
        await create.until(/Word \d+ and Word \d+ and Word \d+ are others/)
        const asked = [...create.said.stdout.matchAll(/Word (\d+), from/g)].slice(0, 3)
        for (const [, place] of asked) create.type(words[Number(place) - 1] ?? '')
        const made = await create.ended
        expect(made.code).toBe(0)
        expect(made.stderr).toContain('the seed is backed up, and live projects can mint')
        expect(made.stdout + made.stderr).not.toContain(passphrase)

        const { call } = await windowOf(core)
        expect((await call('POST', '/app/vault/lock')).json).toMatchObject({ state: 'locked', backedUp: true })
        const unlock = talkToCli(home, 'vault', 'unlock')
        unlock.type('something else')
        expect(await unlock.ended).toMatchObject({ code: 1 })
        expect(unlock.said.stderr).toBe('This passphrase does not open the vault: type it again.\n')
        const open = await cli(home, 'vault', 'unlock', '--passphrase-file', file)
        expect(open.stdout).toContain('what waited for it goes on')
        const changing = ['vault', 'passphrase', '--passphrase-file', file, '--new-passphrase-file', next]
        expect((await cli(home, ...changing)).stdout).toContain('The passphrase is changed.')
      },
      cheap,
    )

    // Without a Mintdesk that runs: the file opens what the command itself opens.
    const absent = await cli(home, 'vault', 'unlock', '--passphrase-file', next)
    expect(absent).toMatchObject({ code: 1 })
    expect(absent.stderr).toMatch(/so nothing is locked or unlocked: start it with mintdesk serve/)
    const status = await cli(home, 'vault', '--json', '--passphrase-file', next)
    expect(JSON.parse(status.stdout)).toMatchObject({ state: 'open', message: null })
    const restored = talkToCli(home, 'vault', 'restore', '--passphrase-file', file)
    restored.type(words.join(' '))
    expect((await restored.ended).stdout).toContain('The vault is restored.')
    expect(restored.said.stdout + restored.said.stderr).not.toContain(words.slice(0, 2).join(' '))
  })
})
