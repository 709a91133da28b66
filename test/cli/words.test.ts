import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openerFor } from '../../src/cli/browser.ts'
import { cureOf } from '../../src/cli/commands/doctor.ts'
import { readScopes, scopesText } from '../../src/cli/commands/keys.ts'
import { ownerLines } from '../../src/cli/commands/money/ownership.ts'
import { report } from '../../src/cli/commands/recover.ts'
import { dataDirOf } from '../../src/cli/context.ts'
import { CommandError, tell } from '../../src/cli/failure.ts'
import { checkedLine, nothingLeft } from '../../src/cli/findings.ts'
import { pace, stepLine } from '../../src/cli/progress.ts'
import { openTerminal } from '../../src/cli/terminal.ts'
import { asTyped, typer } from '../../src/cli/typed.ts'
import { usualDataDir } from '../../src/core/host/data-dir.ts'
import { type Import, scopes } from '../../src/shared/app-api.ts'
import { skipReasons } from '../../src/shared/words/skip-reasons.ts'

describe('the data folder', () => {
  it('is the one that was named, else that of MINTDESK_HOME', () => {
    expect(dataDirOf('/a', { MINTDESK_HOME: '/b' })).toBe('/a')
    expect(dataDirOf(undefined, { MINTDESK_HOME: '/b' })).toBe('/b')
    const nobody = () => {
      throw new Error('ENOENT')
    }
    expect(dataDirOf(undefined, { MINTDESK_HOME: '/b' }, nobody)).toBe('/b')
    expect(() => dataDirOf(undefined, {}, nobody)).toThrow('name a data folder with --data <dir> or MINTDESK_HOME')
  })

  it('may be named by a symbolic link', () => {
    const place = mkdtempSync(join(realpathSync(tmpdir()), 'mintdesk-words-'))
    onTestFinished(() => rmSync(place, { recursive: true }))
    const [folder, link] = [join(place, 'data'), join(place, 'link')]
    mkdirSync(folder)
    symlinkSync(folder, link)
    expect(dataDirOf(link, {})).toBe(folder)
    expect(dataDirOf(join(link, 'new'), {})).toBe(join(link, 'new'))
  })

  it('is where each system keeps such things', () => {
    const of = (platform: string, env = {}) => usualDataDir({ platform, env, home: '/home/ada' })
    expect(of('linux')).toBe('/home/ada/.local/share/mintdesk')
    expect(of('linux', { XDG_DATA_HOME: '/data' })).toBe('/data/mintdesk')
    expect(of('darwin')).toBe('/home/ada/Library/Application Support/Mintdesk')
    expect(of('win32', { APPDATA: '/roaming' })).toBe('/roaming/Mintdesk')
  })
})

describe('hints', () => {
  it('name commands as the person types them', () => {
    expect(typer(undefined, {})('runs list')).toBe('mintdesk runs list')
    expect(typer("/my data/it's", {})('serve')).toBe("mintdesk serve --data '/my data/it'\\''s'")
    for (const script of ['mintdesk', 'start'])
      expect(typer(undefined, { npm_package_name: 'mintdesk', npm_lifecycle_event: script })('open')).toBe(
        'npm run mintdesk -- open',
      )
    expect(typer(undefined, { npm_package_name: 'shop', npm_lifecycle_event: 'start' })('open')).toBe('mintdesk open')
  })

  it('that the core gives name the project and the data folder of this command, once', () => {
    const typed = typer('/a', {}, 'Shop')
    const said = 'Close it, then take over with “mintdesk collections take-over fair”, or with "mintdesk keys create".'
    const shown =
      'Close it, then take over with “mintdesk collections take-over fair --project Shop --data /a”, or with "mintdesk keys create --project Shop --data /a".'
    expect(asTyped(said, typed)).toBe(shown)
    expect(asTyped(shown, typed)).toBe(shown)
    expect(asTyped('unlock it with "mintdesk vault unlock"', typer(undefined, {}))).toBe(
      'unlock it with "mintdesk vault unlock"',
    )
    const inCheckout = typer(undefined, { npm_package_name: 'mintdesk', npm_lifecycle_event: 'mintdesk' })
    expect(asTyped('run “mintdesk recover” again', inCheckout)).toBe('run “npm run mintdesk -- recover” again')
    expect(asTyped('/usr/bin/mintdesk serve, mintdesk serve', typed)).toBe('/usr/bin/mintdesk serve, mintdesk serve')
  })

  it('that the core gives are shown so', () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    onTestFinished(() => write.mockRestore())
    openTerminal(false, typer('/a', {}, 'Shop')).note('Unlock it with "mintdesk vault unlock".')
    expect(write).toHaveBeenCalledExactlyOnceWith('Unlock it with "mintdesk vault unlock --project Shop --data /a".\n')
  })

  it('of the first live NFT name a collection on the chosen network', () => {
    const typed = typer(undefined, {}, 'Shop')
    const of = (chain: string) => cureOf({ typed }, 'mint', { chain, treasury: null }, []).join('\n')
    expect(of('polygon')).toMatch(/^mintdesk mint one\.csv --collection default-polygon --project Shop /)
    expect(of('solana')).toMatch(/^mintdesk mint one\.csv --collection default-solana /)
    expect(of('base')).toMatch(
      /^mintdesk collections create <name> --chain base --project Shop .*\nmintdesk mint one\.csv --collection <id> /,
    )
  })

  it('of a collection that is being given away name it, its project and its data folder', () => {
    const context = { typed: typer('/a', {}, 'Shop'), terminal: { columns: 500 } }
    const request = { kind: 'call' as const, name: 'acceptOwnership', contract: '0x01', data: '0x02' }
    const now = { impossible: null, owner: '0x03', isOurs: true, offeredTo: '0x04', askedUntil: null, request }
    const give = '“mintdesk collections give fair --project Shop --data /a”'
    expect(ownerLines(context, 'fair', now).join('\n')).toContain(`Then complete it with ${give} within 48 hours.`)
    expect(ownerLines(context, 'fair', { ...now, askedUntil: 'noon' }).join('\n')).toContain(`complete it with ${give}`)
  })
})

describe('scopes', () => {
  it('are read from a list, or are all', () => {
    expect(readScopes('nfts.create, nfts.read')).toEqual(['nfts.create', 'nfts.read'])
    expect(readScopes('all')).toEqual([...scopes])
    expect(() => readScopes('nfts.create,nfts.burn')).toThrow('There is no scope "nfts.burn"')
  })

  it('are said shortly', () => {
    expect(scopesText([...scopes])).toBe('all')
    expect(scopesText(scopes.filter((one) => one !== 'wallets:nfts.transfer'))).toBe('all but wallets:nfts.transfer')
    expect(scopesText(['nfts.read'])).toBe('nfts.read')
  })
})

describe('failures', () => {
  it('are one sentence with an exit code', () => {
    expect(tell(new CommandError('x', 'No.', 130))).toEqual({
      code: 'x',
      message: 'No.',
      exitCode: 130,
      details: [],
    })
    const missing = Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT', path: '/a.csv' })
    expect(tell(missing).message).toBe('/a.csv cannot be used: there is no such file or folder.')
    expect(tell(new Error('it broke\n    at x')).message).toBe('it broke.')
  })
})

describe('progress', () => {
  it('is said in a line', () => {
    expect(stepLine({ done: 420, total: 1_000, note: pace(210, 3) }, 'minted')).toBe(
      '420 of 1,000 minted (42 %), 210 a second, 3 s left',
    )
    expect(stepLine({ done: 0, total: 10, note: pace(0, null) }, 'minted')).toBe('0 of 10 minted (0 %)')
  })
})

it('a recovery counts one collection as one', () => {
  const found = {
    ...{ kind: 'practice' as const, chain: 'polygon', projectIndex: 0, collectionId: 'fair', contract: '0x01' },
    ...{ name: 'Fair', minted: 1, entered: 1, remark: null },
  }
  expect(report({ found: [found], remarks: [] }, true, 80)).toContain(
    'Found 1 collection with 1 NFT. Nothing was changed.',
  )
  expect(report({ found: [found, { ...found, entered: 0 }], remarks: [] }, false, 80)).toContain(
    'Found 2 collections with 2 NFTs. 1 NFT entered.',
  )
})

describe('a checked file', () => {
  const none = { rows: 0, ready: 0, errors: 0, warnings: 0, skipped: 0, nfts: 0 }
  const checked = (counts: Partial<Import['counts']>, codes: Import['codes'] = [], again = false) => {
    const options = {
      collectionId: 'default-polygon',
      otherColumnsAsTraits: true,
      traits: [] as string[],
      duplicates: 'all' as const,
      hidden: 'ask' as const,
      again,
    }
    const file = { name: 'a.csv', state: 'checked', sheets: [], sheet: null } as const
    return { ...file, sheets: [], counts: { ...none, ...counts }, codes, options }
  }
  const line = (...given: Parameters<typeof checked>): string => checkedLine(checked(...given))
  const warnings = (code: string, count: number) => ({ code, column: '', level: 'warning' as const, count })

  it('is summed up in rows, and in NFTs where a row stands for several', () => {
    expect(line({ rows: 500, ready: 498, errors: 2, nfts: 498 })).toBe('a.csv: 500 rows, 498 ready, 2 with errors.')
    expect(line({ rows: 20, ready: 4, errors: 16, nfts: 5 })).toBe('a.csv: 20 rows, 4 ready (5 NFTs), 16 with errors.')
    expect(line({ rows: 1, ready: 1, nfts: 1 })).toBe('a.csv: 1 row, 1 ready.')
  })

  it('that cannot be minted says which of several sheets was read, and how another one is', () => {
    const sheets = ['Cover', 'Guests; all'].map((name) => ({ name, hidden: false }))
    const failure = { row: 1, column: '', code: 'file.header', level: 'error', message: 'No.' } as const
    const file = { name: 'a.xlsx', state: 'failed', sheets, sheet: 'Cover', counts: none, codes: [], failure } as const
    const options = {
      collectionId: 'c',
      otherColumnsAsTraits: false,
      traits: [],
      duplicates: 'all',
      hidden: 'ask',
    } as const
    const said = (changed: object) =>
      checkedLine({ ...file, sheets, codes: [], options: { ...options, traits: [], again: false }, ...changed })
    expect(said({})).toBe(
      'a.xlsx, sheet "Cover" of 2, cannot be minted. --sheet <name> takes another one: "Guests; all".',
    )
    expect(said({ sheets: sheets.slice(0, 1) })).toBe('a.xlsx cannot be minted.')
    expect(said({ failure: { ...failure, code: 'file.damaged' } })).toBe('a.xlsx cannot be minted.')
  })

  it('says why rows are skipped', () => {
    const repeats = [warnings('file.repeat', 500)]
    expect(line({ rows: 500, skipped: 500 }, repeats)).toBe(
      'a.csv: 500 rows, 0 ready, 500 skipped (minted before; --again mints them again).',
    )
    expect(line({ rows: 9, skipped: 6 }, [warnings('file.repeat', 1), warnings('id.duplicate', 2)])).toContain(
      '6 skipped (1 minted before; --again mints it again; 2 the same as an earlier row, or as the NFT that has the id; 3 minted, as the file itself says)',
    )
    expect(line({ rows: 9, skipped: 3 }, [warnings('sheet.hidden', 3)])).toContain('3 skipped (hidden in the sheet)')
    expect(line({ rows: 500, ready: 498, nfts: 498, skipped: 2 }, repeats, true)).toContain(
      '2 skipped (minted, as the file itself says)',
    )
  })

  it('of which nothing is left says why, and names only what mints its rows once more', () => {
    const said = (codes: Import['codes'], again = false): string =>
      nothingLeft(checked({ rows: 2, skipped: 2 }, codes, again), 'fair').join('\n')
    expect(said([warnings('file.repeat', 2)])).toBe(
      'a.csv: 2 rows, 0 ready, 2 skipped (minted before; --again mints them again).\nNothing is left to mint into fair.',
    )
    for (const again of [false, true]) {
      const sameIds = said([warnings('id.duplicate', 2)], again)
      expect(sameIds).toContain('2 skipped (the same as an earlier row, or as the NFT that has the id).')
      expect(sameIds).toMatch(again ? /another id, or none\.$/ : /another id, or none, and add --again\.$/)
    }
    expect(said([warnings('sheet.hidden', 2)])).toBe(
      'a.csv: 2 rows, 0 ready, 2 skipped (hidden in the sheet).\nNothing is left to mint into fair.',
    )
  })

  it('has the same reasons in the window, without the flag, and with its choice to keep the first of equal rows', () => {
    const file = checked({ rows: 3, skipped: 3 }, [warnings('file.repeat', 1), warnings('recipient.duplicate', 2)])
    expect(skipReasons({ ...file, options: { ...file.options, duplicates: 'first' } })).toBe(
      '1 minted before; 2 the same NFT for the same recipient as an earlier row',
    )
  })
})

it('opens the browser of each system, the address unharmed', () => {
  const url = 'http://127.0.0.1:3000/?ticket=a&b=c'
  expect(openerFor(url, 'linux')).toEqual(['xdg-open', url])
  expect(openerFor(url, 'darwin')).toEqual(['open', url])
  expect(openerFor(url, 'win32').at(-1)).toBe(url)
})
