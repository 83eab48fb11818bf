const DOCS = 'https://github.com/metier-dev/metier/blob/main/docs'

/** The address of a page of the documentation, which the package does not contain. */
export function docsAddress(page: string): string {
  return `${DOCS}/${page}`
}
