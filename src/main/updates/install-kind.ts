/** How this program was installed, which decides how it is updated. */

/** The kinds of packages that can replace themselves with a newer version. */
export type InstallKind = 'appimage' | 'deb' | 'rpm' | 'nsis' | 'mac'

export interface InstallFacts {
  /** `process.platform` */
  platform: string
  /** `process.env`: an AppImage sets APPIMAGE to its own path. */
  env: Readonly<Record<string, string | undefined>>
  /** What electron-builder wrote into `package-type` beside the program; undefined if there is no such file. */
  packageType: string | undefined
}

/** Pure. @returns undefined for a program unpacked from an archive, which the person replaces by hand */
export function installKind({ platform, env, packageType }: InstallFacts): InstallKind | undefined {
  if (platform === 'win32') return 'nsis'
  if (platform === 'darwin') return 'mac'
  if (packageType === 'deb' || packageType === 'rpm') return packageType
  return env.APPIMAGE === undefined ? undefined : 'appimage'
}
