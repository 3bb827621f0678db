import { DOCS_SCRIPT, DOCS_STYLE } from './docs-assets.ts'

/** The page of a reference around its contents and its main part, both HTML. */
export function docsFrame(contents: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Plat API docs</title>
<style>${DOCS_STYLE}</style>
</head>
<body>
<a class="skip" href="#top">Skip to the content</a>
<nav aria-label="Contents">
<p class="brand"><a href="#top">Plat</a></p>
${contents}
</nav>
<main id="top">
${main}
</main>
<script>${DOCS_SCRIPT}</script>
</body>
</html>
`
}
