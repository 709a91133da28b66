import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { root } from '../core/trial-core.ts'

// https://www.electron.build/icons: macOS and Windows get theirs made of one picture of at least 512 pixels.
it('there is one picture that the icons of all systems are made of, and those of the tray', async () => {
  const sizeOf = async (file: string) => {
    const { width, height, format, hasAlpha } = await sharp(readFileSync(join(root, 'resources', file))).metadata()
    return { size: `${width}x${height}`, format, hasAlpha }
  }
  expect(await sizeOf('icon.png')).toEqual({ size: '512x512', format: 'png', hasAlpha: true })
  const [plain, fine] = await Promise.all(['trayTemplate.png', 'trayTemplate@2x.png'].map(sizeOf))
  const side = Number(plain?.size.split('x')[0])
  expect(fine?.size).toBe(`${2 * side}x${2 * side}`)
  expect((await sizeOf('tray.png')).hasAlpha).toBe(true)
})
