window.almanacData = {"schema":"almanac.site/1","title":"Hill Events","uidDomain":"hill.example","days":60,"left":0,"categories":[
{"id":"arts","name":"Arts","calendar":"calendars/category/arts.ics"},
{"id":"health-wellness","name":"Health & Wellness","calendar":"calendars/category/health-wellness.ics"},
{"id":"others","name":"Others","calendar":"calendars/category/others.ics"}],"sources":[
{"id":"clubs","name":"Student clubs","calendar":"calendars/source/clubs.ics"},
{"id":"hall","name":"Great Hall","attribution":"Programme of the Great Hall, CC BY 4.0","license":"CC BY 4.0","calendar":"calendars/source/hall.ics"},
{"id":"sky","name":"Weather","attribution":"Weather by Sky"}],"campuses":[
{"id":"hill","name":"Hill University","timezone":"Asia/Singapore","firstDay":"2026-03-03","places":[
{"id":"annex","name":"Annex","within":"great-hall","calendar":"calendars/place/annex.ics"},
{"id":"great-hall","name":"Great Hall","category":"Cultural","subcategory":"Stages","calendar":"calendars/place/great-hall.ics","point":[1.2966,103.7764]},
{"id":"library","name":"Léopold \"Leo\" Library","category":"Libraries","calendar":"calendars/place/library.ics","point":[1.2975,103.78]}]}],"events":[
{"id":"exhibition","campus":"hill","title":"Exhibition","kind":"official","venue":"Annex","place":"annex","sources":[{"id":"hall"}],"dates":[{"start":"2026-03-01","last":"2026-03-04"}]},
{"id":"morning-yoga","campus":"hill","title":"Morning Yoga","kind":"community","categories":["health-wellness"],"price":"Free","free":true,"venue":"Foyer","place":"great-hall","room":"GH-01-02","sources":[{"id":"clubs"}],"dates":[{"start":"2026-03-03T07:30:00+08:00","end":"2026-03-03T08:30:00+08:00"},{"start":"2026-03-10T18:00:00+08:00","end":"2026-03-10T19:00:00+08:00","title":"Evening Yoga","at":{"venue":"Library","place":"library"}},{"start":"2026-03-17T07:30:00+08:00","end":"2026-03-17T08:30:00+08:00","status":"cancelled"},{"start":"2026-03-31T07:30:00+08:00","end":"2026-03-31T08:30:00+08:00"}]},
{"id":"jazz-night","aliases":["jazz-trio"],"campus":"hill","title":"Jazz Night: \"Blue, Green; Red\"","text":"Trio & friends play standards; doors open at 18:30, and the bar stays open.\nBring your own \\ backslash. Schön laut – 東京の夜も、ずっと長い一行の中で折り返される文字列です。🎷🎷🎷","kind":"official","categories":["arts","others"],"tags":["music","jazz, live"],"audience":"public","price":"S$12.50","free":false,"organizer":"Jazz Club","contact":"+65 6000 0000","url":"https://hall.example/7","venue":"Great Hall, Foyer","place":"great-hall","room":"GH-01-02","sources":[{"id":"hall","url":"https://hall.example/7"},{"id":"clubs"}],"dates":[{"start":"2026-03-03T19:00:00+08:00","end":"2026-03-03T21:00:00+08:00","weather":"Light rain, 25–28 °C, rain 60 %","weatherSource":"sky"}]},
{"id":"moved-seminar","campus":"hill","title":"Seminar","status":"postponed","kind":"official","sources":[{"id":"clubs"}],"dates":[{"start":"2026-03-04T10:00:00+08:00","end":"2026-03-04T11:00:00+08:00"}]},
{"id":"lectures","campus":"hill","title":"Two Lectures","kind":"official","venue":"Library","place":"library","sources":[{"id":"hall"}],"dates":[{"start":"2026-03-05T12:00:00+08:00","end":"2026-03-05T13:00:00+08:00"},{"start":"2026-03-12T12:00:00+08:00"}]},
{"id":"open-day","campus":"hill","title":"Open Day","status":"cancelled","kind":"official","venue":"All over","sources":[{"id":"hall"}],"dates":[{"start":"2026-03-07","last":"2026-03-08"}]},
{"id":"webinar","campus":"hill","title":"Webinar","kind":"official","online":"https://meet.example/x","venue":"Online","sources":[{"id":"clubs"}],"dates":[{"start":"2026-03-20T17:00:00+08:00","end":"2026-03-20T18:00:00+08:00"},{"start":"2026-03-27T17:00:00+08:00","end":"2026-03-27T18:00:00+08:00"},{"start":"2026-04-03T16:00:00+08:00","end":"2026-04-03T17:00:00+08:00"}]}
]};
