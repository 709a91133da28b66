/** How this program was installed, as far as updates are concerned. */

/** The packages that a program can put a newer one in the place of. */
export type InstallKind = 'appimage' | 'deb' | 'rpm' | 'nsis' | 'mac'

export interface InstallFacts {
  /** `process.platform` */
  platform: string
  /** `process.env`: an AppImage sets APPIMAGE to its own path. */
  env: Readonly<Record<string, string | undefined>>
  /** What electron-builder wrote into `package-type` beside the program; undefined where there is none. */
  packageType: string | undefined
}

/** Pure; undefined where the program lies unpacked, and whoever unpacked it replaces it. */
export function installKind({ platform, env, packageType }: InstallFacts): InstallKind | undefined {
  if (platform === 'win32') return 'nsis'
  if (platform === 'darwin') return 'mac'
  if (packageType === 'deb' || packageType === 'rpm') return packageType
  return env.APPIMAGE === undefined ? undefined : 'appimage'
}
