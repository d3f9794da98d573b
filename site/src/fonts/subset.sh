#!/bin/sh
# Makes the faces of the site from their open-source originals, once. The results are committed.
# Needs fonttools and brotli (pip install fonttools brotli) and the npm packages
# @fontsource-variable/newsreader and @fontsource-variable/instrument-sans unpacked next to each other in $1.
set -eu
from=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
common='U+0020-007E,U+00A0,U+00A9,U+00B7,U+00D7,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,U+2026,U+2192,U+2212,U+2248'
signs='U+00A1-00A8,U+00AA-00B6,U+00B8-00BF'
latin1="$signs,U+00C0-00D6,U+00D8-00FF"
extended='U+0100-017F'

# subset NAME ORIGINAL AXES CHARACTERS FEATURES
subset() {
  fonttools varLib.instancer "$from/$2" $3 -q -o "$work/$1.ttf"
  pyftsubset "$work/$1.ttf" --unicodes="$4" --layout-features="$5" --no-hinting --flavor=woff2 \
    --output-file="$here/$1.woff2"
}

# Display: the light cut at its largest optical size, one static instance. Its accented letters are in files that a
# browser asks for when a name has one.
display='opsz=72 wght=300'
newsreader=newsreader/files/newsreader
subset display "$newsreader-latin-standard-normal.woff2" "$display" "$common" kern,liga,lnum,pnum
subset display-latin-1 "$newsreader-latin-standard-normal.woff2" "$display" "$latin1" kern,liga
subset display-extended "$newsreader-latin-ext-standard-normal.woff2" "$display" "$extended" kern,liga

# Text: regular to semibold, with the letters of western European names.
instrument=instrument-sans/files/instrument-sans
subset text "$instrument-latin-wght-normal.woff2" wght=400:600 "$common,U+00C0-00FF" kern,liga,tnum,lnum
subset text-latin-1 "$instrument-latin-wght-normal.woff2" wght=400:600 "$signs" kern,liga
subset text-extended "$instrument-latin-ext-wght-normal.woff2" wght=400:600 "$extended" kern,liga

# The text face with the letters of the picture of the product, printed for its SVG, because an image requests no file.
letters=$(grep -o '>[^<]*</text>' "$here/../../public/pictures/marketplace.svg" | sed 's/^>//; s/<.*//')
pyftsubset "$work/text.ttf" --text="$letters" --no-hinting --flavor=woff2 --output-file="$work/picture.woff2"
base64 -w 0 "$work/picture.woff2"
