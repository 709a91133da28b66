import { describe, expect, it } from 'vitest'
import { openerFor } from '../../src/cli/browser.ts'
import { readScopes, scopesText } from '../../src/cli/commands/keys.ts'
import { dataDirOf, typer } from '../../src/cli/context.ts'
import { CommandError, tell } from '../../src/cli/failure.ts'
import { checkedLine } from '../../src/cli/findings.ts'
import { pace, stepLine } from '../../src/cli/progress.ts'
import { usualDataDir } from '../../src/core/host/data-dir.ts'
import { type Import, scopes } from '../../src/shared/app-api.ts'

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

describe('a checked file', () => {
  const none = { rows: 0, ready: 0, errors: 0, warnings: 0, skipped: 0, nfts: 0 }
  const line = (counts: Partial<Import['counts']>, codes: Import['codes'] = [], again = false): string => {
    const options = {
      collectionId: 'default-polygon',
      otherColumnsAsTraits: true,
      traits: [] as string[],
      duplicates: 'all' as const,
      hidden: 'ask' as const,
      again,
    }
    const file = { name: 'a.csv', state: 'checked', sheets: [], sheet: null } as const
    return checkedLine({ ...file, sheets: [], counts: { ...none, ...counts }, codes, options })
  }
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
})

it('opens the browser of each system, the address unharmed', () => {
  const url = 'http://127.0.0.1:3000/?ticket=a&b=c'
  expect(openerFor(url, 'linux')).toEqual(['xdg-open', url])
  expect(openerFor(url, 'darwin')).toEqual(['open', url])
  expect(openerFor(url, 'win32').at(-1)).toBe(url)
})
