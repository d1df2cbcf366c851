// SPDX-License-Identifier: Apache-2.0

/// The style of a report: light and dark, narrow and wide, screen and paper.
enum Stylesheet {
  static let text = """
    :root{\(Palette.light);color-scheme:light dark}
    @media (prefers-color-scheme:dark){:root{\(Palette.dark)}}
    @media print{:root{\(Palette.light)}}
    *{box-sizing:border-box}
    body{margin:0 auto;padding:1.5rem;max-width:76rem;background:var(--paper);color:var(--ink);\
    font:16px/1.5 system-ui,"Noto Sans","Noto Sans CJK SC","DejaVu Sans",sans-serif}
    h1{font-size:1.6rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:1.15rem;margin:0 0 .25rem}
    h3{font-size:.95rem;margin:1rem 0 .25rem}a{color:inherit}
    a:focus-visible,summary:focus-visible,.scroll:focus-visible{outline:3px solid var(--pageline);\
    outline-offset:2px}
    .skip{position:absolute;left:-99rem}.skip:focus{position:static}
    .lead{font-size:1.1rem;font-weight:600;margin:.25rem 0}.lead a{text-decoration-thickness:1px;\
    text-underline-offset:3px}.soft{color:var(--soft)}
    .split,.exception{color:var(--bad)}.blocked,.refused,.deferred{color:var(--warn)}\
    .turned{color:var(--good)}
    .scroll{overflow-x:auto}section{border-top:1px solid var(--rule);padding:1rem 0}
    .film{display:flex;flex-wrap:wrap;gap:1rem;margin:.75rem 0}.film figure{margin:0}
    .film svg{width:240px;max-width:100%;height:auto;display:block}
    figcaption{color:var(--soft);font-size:.85rem;text-align:center}
    table{border-collapse:collapse;font-size:.9rem}th{text-align:left;font-weight:600;\
    color:var(--soft)}th,td{padding:.2rem .8rem .2rem 0;border-bottom:1px solid var(--rule);\
    vertical-align:top}tr.bad td{font-weight:700;color:var(--bad)}
    ul{margin:.25rem 0;padding-left:1.2rem}summary{cursor:pointer}code{font-family:ui-monospace,\
    "DejaVu Sans Mono",monospace;font-size:.9em;background:var(--note);padding:.1em .3em;\
    overflow-wrap:anywhere}
    dt{font-weight:700;margin-top:.75rem}dd{margin:0 0 0 1.2rem}dd:target,dt:target,\
    dt:target+dd{background:var(--note)}
    .steps li{margin:.15rem 0}
    \(Palette.picture)
    .oP{fill:var(--page)}.oU{fill:var(--note);stroke:var(--soft)}.oR{fill:var(--win)}\
    .oL{fill:var(--badfill)}.oF{fill:none;stroke:var(--soft);stroke-dasharray:2 2}
    @media print{body{font-size:11pt;max-width:none;padding:0}section{break-inside:avoid}\
    .skip{display:none}details>*{display:block}}
    """
}
