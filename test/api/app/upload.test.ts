import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { attachment } from '../../../src/core/api/app/imports/sheet-reply.ts'
import { placeInside, receiveFile } from '../../../src/core/api/app/imports/upload.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mintdesk-upload-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the place of a dropped file', () => {
  test('is inside the folder', () => {
    expect(placeInside('/d', 'images/1.png')).toBe(join('/d', 'images', '1.png'))
    expect(placeInside('/d', 'Ünï cödé 1.png')).toBe(join('/d', 'Ünï cödé 1.png'))
  })

  test.each(['', '/etc/passwd', '../x', 'a/../../x', 'a//b', './a', 'a/.', 'C:\\x', 'a\\..\\b', 'a\u0000b', 'c:x'])(
    'is refused for %j',
    (path) => {
      expect(() => placeInside('/d', path)).toThrow('is no path of a file in a folder')
    },
  )

  test('never leaves the folder, whatever the path', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[./\\a]*$/)), (path) => {
        let place: string
        try {
          place = placeInside('/d', path)
        } catch {
          return
        }
        expect(place.startsWith(`/d${sep}`)).toBe(true)
        expect(place.split(sep)).not.toContain('..')
      }),
    )
  })
})

describe('a file that is sent', () => {
  test('is there whole', async () => {
    const file = join(folder, 'x/y')
    await receiveFile(Readable.from([Buffer.from('ab'), Buffer.from('c')]), file, 3)
    expect(readFileSync(file, 'utf8')).toBe('abc')
  })

  test('that is too large is refused and not kept', async () => {
    const file = join(folder, 'x')
    await expect(receiveFile(Readable.from([Buffer.alloc(4)]), file, 3)).rejects.toMatchObject({
      status: 413,
      code: 'file.size',
    })
    expect(existsSync(file)).toBe(false)
  })

  test('that ends early is not kept', async () => {
    const file = join(folder, 'x')
    const body = new Readable({ read() {} })
    body.push('a')
    setImmediate(() => body.destroy())
    await expect(receiveFile(body, file, 3)).rejects.toMatchObject({ status: 400 })
    expect(existsSync(file)).toBe(false)
  })

  test('in place of another leaves that as it is until all of it has arrived, for who reads it meanwhile', async () => {
    const file = join(folder, 'badge.png')
    await receiveFile(Readable.from([Buffer.from('before')]), file, 10)
    const body = new Readable({ read() {} })
    const received = receiveFile(body, file, 10)
    body.push('aft')
    const contents = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    await vi.waitFor(() => expect(contents()).toContain('aft'))
    expect(readFileSync(file, 'utf8')).toBe('before')
    body.push('er')
    body.push(null)
    await received
    expect(readFileSync(file, 'utf8')).toBe('after')
    await expect(receiveFile(Readable.from([Buffer.alloc(11)]), file, 10)).rejects.toMatchObject({ status: 413 })
    expect(readFileSync(file, 'utf8')).toBe('after')
    expect(readdirSync(folder)).toEqual(['badge.png'])
  })
})

test('a file is offered under a name that every browser takes', () => {
  expect(attachment('badges.csv', 'results', 'csv')).toBe(
    `attachment; filename="badges-results.csv"; filename*=UTF-8''badges-results.csv`,
  )
  expect(attachment('Gäste "1".xlsx', 'errors', 'xlsx')).toBe(
    `attachment; filename="G_ste_1_-errors.xlsx"; filename*=UTF-8''G%C3%A4ste%20%221%22-errors.xlsx`,
  )
})
