/** The key that shortcuts begin with, as it is printed on this computer's keyboard. */
export const modKey = /mac/i.test(navigator.userAgent) ? '⌘' : 'Ctrl'
