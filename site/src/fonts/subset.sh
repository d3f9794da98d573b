#!/bin/sh
# Makes the two faces of the site from their open-source originals, once; the results are committed.
# Needs fonttools and brotli (Debian: apt-get install fonttools python3-brotli) and the npm packages
# @fontsource-variable/newsreader and @fontsource-variable/instrument-sans unpacked beside each other in $1.
set -eu
from=$1
here=$(cd "$(dirname "$0")" && pwd)
letters='U+0020-007E,U+00A0,U+00A9,U+00B7,U+00D7,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,U+2026,U+2192,U+2212,U+2248'

# Display: the light cut at its largest optical size, one static instance.
fonttools varLib.instancer "$from/newsreader/files/newsreader-latin-standard-normal.woff2" \
  opsz=72 wght=300 -o /tmp/solostead-display.ttf
pyftsubset /tmp/solostead-display.ttf --unicodes="$letters" --layout-features=kern,liga,lnum,pnum \
  --no-hinting --flavor=woff2 --output-file="$here/display.woff2"

# Text: regular to semibold, with the letters of western European names.
fonttools varLib.instancer "$from/instrument-sans/files/instrument-sans-latin-wght-normal.woff2" \
  wght=400:600 -o /tmp/solostead-text.ttf
pyftsubset /tmp/solostead-text.ttf --unicodes="$letters,U+00C0-00FF" --layout-features=kern,liga,tnum,lnum \
  --no-hinting --flavor=woff2 --output-file="$here/text.woff2"
