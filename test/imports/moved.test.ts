import { cp, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { address, type Opened, openImports, sheet } from './fixture.ts'

let opened: Opened

beforeAll(async () => {
  opened = await openImports()
})
afterAll(() => opened.close())

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'

/** An import with a file beside it, and the imports of a copy of its folder at another place. @param old what becomes of the first folder */
async function movedImport(place: string, old: 'stays' | 'gone') {
  const { id } = await opened.check(sheet(`${address(1)},One,a.svg,,`))
  await writeFile(join(await opened.imports.mediaDir(id), 'a.svg'), svg)
  expect(await opened.imports.recheck(id, {})).toMatchObject({ mediaFiles: 1, counts: { ready: 1 } })
  const [from, to] = [join(opened.dir, 'imports'), join(opened.dir, place)]
  if (old === 'stays') await cp(from, to, { recursive: true })
  else await rename(from, to)
  return { id, folder: join(to, `${id}-media`), imports: opened.importsIn(place) }
}

describe('imports in a data folder that was restored or moved', () => {
  it('have their files where they are now', async () => {
    const { id, folder, imports } = await movedImport('moved', 'gone')
    expect(await imports.mediaDir(id)).toBe(folder)
    expect(await imports.recheck(id, {})).toMatchObject({ mediaFiles: 1, counts: { ready: 1 } })
    await writeFile(join(folder, 'b.svg'), svg)
    expect(await imports.correctCell(id, 2, 'image', 'b.svg')).toMatchObject({ status: 'ready' })
    await imports.close()
  })

  it('look at no file of the folder that they come from', async () => {
    const { id, folder, imports } = await movedImport('restored', 'stays')
    await writeFile(join(await opened.imports.mediaDir(id), 'b.svg'), svg)
    expect(await imports.correctCell(id, 2, 'image', 'b.svg')).toMatchObject({ status: 'error' })
    await writeFile(join(folder, 'a.svg'), '')
    await imports.correctCell(id, 2, 'image', 'a.svg')
    expect(await imports.recheck(id, {})).toMatchObject({ mediaFiles: 1, counts: { errors: 1 } })
    await imports.close()
  })
})
