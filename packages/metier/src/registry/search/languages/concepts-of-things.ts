/** Further words that skills use, in eight languages: English, German, Spanish, French, Portuguese, Chinese, Japanese, Korean. */

export const THINGS = `
content|inhalt inhalte|contenido|contenu|conteudo|内容|内容 コンテンツ|내용 콘텐츠
history|verlauf geschichte|historial historia|historique histoire|historico historia|历史 记录|履歴 歴史|기록 역사
status|zustand stand|estado|etat statut|estado situacao|状态|状態 ステータス|상태
user|benutzer nutzer anwender|usuario|utilisateur|usuario utilizador|用户|ユーザー 利用者|사용자
system|anlage|sistema|systeme|sistema|系统|システム|시스템
platform|plattform|plataforma|plateforme|plataforma|平台|プラットフォーム|플랫폼
information|information informationen auskunft|informacion|renseignement information|informacao informacoes|信息|情報|정보
guide tutorial|anleitung leitfaden|guia tutorial|guide tutoriel|guia tutorial|指南 教程|ガイド 手引き|가이드 안내
example|beispiel beispiele|ejemplo|exemple|exemplo|例子 示例|例 サンプル|예시 예제
result|ergebnis ergebnisse|resultado|resultat|resultado|结果|結果|결과
feature function|funktion funktionen merkmal|funcion caracteristica|fonction fonctionnalite|funcao recurso|功能 函数|機能 関数|기능 함수
human|mensch menschlich|humano|humain|humano|人类|人間|인간
assistant|assistent helfer|asistente|assistant|assistente|助手 助理|アシスタント 助手|비서 도우미 어시스턴트
conversation|gesprach unterhaltung|conversacion|conversation discussion|conversa|对话 聊天|会話 対話|대화
comment|kommentar kommentare|comentario|commentaire|comentario|评论 注释|コメント|댓글 코멘트
source|quelle quellen|fuente|source|fonte|来源|ソース 出典|출처
citation reference|zitat quellenangabe|cita referencia|citation reference|citacao referencia|引用 参考文献|引用 参考文献|인용 참고문헌
scan|scannen abtasten|escanear|numeriser scanner|escanear digitalizar|扫描|スキャン|스캔
clean cleanup|aufraumen bereinigen reinigen|limpiar limpieza|nettoyer nettoyage|limpar limpeza|清理 清洁|掃除 整理 クリーン|청소 정리
expert professional|experte fachmann|experto profesional|expert professionnel|especialista profissional|专家 专业|専門家 プロ|전문가
channel|kanal|canal|canal chaine|canal|频道 渠道|チャンネル|채널
architecture|architektur aufbau|arquitectura|architecture|arquitetura|架构|アーキテクチャ 設計|아키텍처 구조
step process|schritt schritte vorgehen|paso proceso|etape processus|passo processo|步骤 过程|手順 ステップ|단계 절차
description|beschreibung beschreiben|descripcion describir|description decrire|descricao descrever|描述 说明|説明 記述|설명
explain|erklaren erlautern|explicar|expliquer|explicar|解释 讲解|説明 解説|설명 해설
profile|profil|perfil|profil|perfil|个人资料 档案|プロフィール|프로필
risk|risiko|riesgo|risque|risco|风险|リスク 危険|위험 리스크
behavior|verhalten|comportamiento|comportement|comportamento|行为|行動 振る舞い|행동
group|gruppe gruppen|grupo|groupe|grupo|群 小组 群组|グループ|그룹 단체
feedback|ruckmeldung|comentarios opinion|retour avis|opiniao retorno|反馈|フィードバック 意見|피드백 의견
copy duplicate|kopieren kopie doppelt duplikat|copiar copia duplicado|copier copie doublon|copiar copia duplicado|复制 重复|コピー 複製 重複|복사 복제 중복
card board|karte karten tafel|tarjeta tablero|carte tableau|cartao quadro|卡片 看板|カード ボード|카드 보드
cache|zwischenspeicher|cache|cache|cache|缓存|キャッシュ|캐시
play playback|abspielen wiedergabe|reproducir|jouer lire|tocar reproduzir|播放|再生|재생
color|farbe farben|color colores|couleur couleurs|cor cores|颜色|色|색상 색깔
draft|entwurf entwurfe|borrador|brouillon|rascunho|草稿|下書き|초안
category|kategorie|categoria|categorie|categoria|分类 类别|カテゴリ 分類|카테고리 분류
bookmark|lesezeichen|marcador|signet favori|favorito marcador|书签 收藏|ブックマーク お気に入り|북마크 즐겨찾기
word vocabulary|wort worter vokabeln wortschatz|palabra vocabulario|mot mots vocabulaire|palavra vocabulario|单词 词汇|単語 言葉 語彙|단어 어휘
sentiment opinion|meinung stimmung|sentimiento opinion|sentiment opinion|sentimento opiniao|情感 舆情|感情 評判|감정 여론
index|verzeichnis register|indice indexar|index indexer|indice indexar|索引|索引 インデックス|색인 인덱스
thinking reasoning|denken nachdenken|pensar razonamiento|penser raisonnement|pensar raciocinio|思考 推理|思考 推論|생각 추론
opportunity|gelegenheit chance|oportunidad|opportunite|oportunidade|机会|機会 チャンス|기회
online|online|enlinea linea|ligne|online linha|在线 线上|オンライン|온라인
vision recognition|bilderkennung erkennung|vision reconocimiento|vision reconnaissance|visao reconhecimento|视觉 识别|視覚 認識|시각 인식
collaboration|zusammenarbeit zusammenarbeiten|colaboracion colaborar|collaboration collaborer|colaboracao colaborar|协作 合作|協力 共同作業|협업 협력
animation|animation animieren|animacion|animation animer|animacao|动画|アニメーション|애니메이션
rule policy|regel regeln richtlinie|regla norma politica|regle politique|regra politica|规则 政策 策略|ルール 規則 ポリシー|규칙 정책
click|klicken|clic pulsar|cliquer|clicar|点击|クリック|클릭
approval approve|genehmigung freigabe genehmigen|aprobacion aprobar|approbation approuver validation|aprovacao aprovar|批准 审批|承認|승인
competitor|konkurrenz wettbewerber|competidor competencia|concurrent concurrence|concorrente concorrencia|竞争对手 竞品|競合 競争|경쟁사 경쟁
evaluation benchmark|bewertung bewerten|evaluacion evaluar|evaluation evaluer|avaliacao avaliar|评估 评价|評価|평가
layout|anordnung gestaltung|disposicion maquetacion|mise disposition|disposicao leiaute|布局 排版|レイアウト|레이아웃 배치
growth|wachstum|crecimiento|croissance|crescimento|增长|成長|성장
transfer|uberweisen uberweisung ubertragen|transferir transferencia|virement transferer|transferir transferencia|转账 传输|送金 振込 転送|송금 이체 전송
parallel|gleichzeitig parallel|paralelo simultaneo|parallele simultane|paralelo simultaneo|并行 同时|並列 同時|병렬 동시
solution|losung losungen|solucion|solution|solucao|解决方案|解決策|해결책 해결
archive zip|archiv archivieren|archivar comprimido|archive archiver|arquivar zip|归档 压缩包|アーカイブ|압축파일 보관
standard compliance|norm vorschrift einhaltung|norma cumplimiento|norme conformite|norma conformidade|标准 合规|標準 規格 準拠|표준 규정
creative|kreativ|creativo|creatif|criativo|创意|創造 クリエイティブ|창의적
bus departure timetable|bus abfahrt fahrplan|autobus salida horario|bus depart horaire|onibus partida horario|公交车 时刻表|バス 時刻表 発車|버스 시간표
entertainment|unterhaltung|entretenimiento|divertissement|entretenimento|娱乐|娯楽 エンタメ|오락 엔터테인먼트
subscription|abo abonnement|suscripcion|abonnement|assinatura|订阅|定期購読 サブスク|구독
playlist|wiedergabeliste|lista reproduccion|liste lecture|lista reproducao|播放列表 歌单|プレイリスト|재생목록
speaker|lautsprecher|altavoz|enceinte hautparleur|altofalante|音箱|スピーカー|스피커
office|buro|oficina|bureau|escritorio|办公室 办公|オフィス 事務|사무실 오피스
industry|branche industrie|industria sector|industrie secteur|industria setor|行业|業界 産業|산업 업계
title|titel uberschrift|titulo|titre|titulo|标题|タイトル 題名|제목
sell|verkaufen|vender|vendre|vender|出售 卖|販売 売る|판매 팔기
weight|gewicht|peso|poids|peso|体重 重量|体重 重さ|몸무게 체중
attachment|anhang anhange|adjunto|piecejointe|anexo|附件|添付 添付ファイル|첨부 첨부파일
maintenance|wartung|mantenimiento|maintenance entretien|manutencao|维护|保守 メンテナンス|유지보수 점검
latest recent|neueste aktuell aktuelle|ultimo reciente recientes|dernier recent recents|ultimo recente recentes|最新 最近|最新 最近|최신 최근
trending popular|beliebt angesagt|tendencia popular|tendance populaire|tendencia popular|热门 趋势 流行|人気 トレンド|인기 트렌드
logo icon|logo symbol|logotipo icono|logo icone|logotipo icone|图标 标志|ロゴ アイコン|로고 아이콘
font|schriftart schrift|fuente tipografia|police typographie|fonte tipografia|字体|フォント|글꼴 폰트
background remove|hintergrund freistellen|fondo|fond arriereplan|fundo|背景 抠图|背景|배경
sticker emoji meme|aufkleber meme|pegatina meme|autocollant meme|figurinha meme|表情包 贴纸|スタンプ 絵文字|스티커 이모티콘 밈
joke|witz witze|chiste broma|blague|piada|笑话|冗談 ジョーク|농담 유머
animal pet|tier haustier hund katze|animal mascota perro gato|animal chien chat|animal cachorro gato|动物 宠物 狗 猫|動物 ペット 犬 猫|동물 반려동물 강아지 고양이
plant garden|pflanze garten|planta jardin|plante jardin|planta jardim|植物 花园|植物 庭 園芸|식물 정원
birthday gift|geburtstag geschenk|cumpleanos regalo|anniversaire cadeau|aniversario presente|生日 礼物|誕生日 プレゼント|생일 선물
holiday|feiertag ferien|vacaciones festivo|vacances ferie|ferias feriado|假期 节日|休日 祝日 休暇|휴가 휴일
bible religion|bibel glaube gebet|biblia religion oracion|bible religion priere|biblia religiao oracao|圣经 宗教|聖書 宗教|성경 종교
science|wissenschaft|ciencia|science|ciencia|科学|科学|과학
math|mathematik mathe|matematicas|mathematiques maths|matematica|数学|数学|수학
space astronomy|weltraum astronomie|espacio astronomia|espace astronomie|espaco astronomia|太空 天文|宇宙 天文|우주 천문
meditation mindfulness|meditation achtsamkeit|meditacion|meditation|meditacao|冥想 正念|瞑想|명상
water drink|wasser trinken|agua beber|eau boire|agua beber|喝水 水|水 飲む|물 마시기
coffee|kaffee|cafe|cafe|cafe|咖啡|コーヒー|커피
discount coupon deal|rabatt gutschein angebot|descuento cupon oferta|remise reduction promo|desconto cupom oferta|优惠 折扣 优惠券|割引 クーポン セール|할인 쿠폰
property rent apartment|wohnung miete immobilie immobilien|piso alquiler inmueble apartamento|appartement location immobilier|apartamento aluguel imovel|房产 租房 公寓|不動産 賃貸 部屋|부동산 임대 아파트
insurance|versicherung|seguro|assurance|seguro|保险|保険|보험
visa passport|visum reisepass|visado pasaporte|visa passeport|visto passaporte|签证 护照|ビザ パスポート|비자 여권
parking|parken parkplatz|aparcamiento estacionamiento|parking stationnement|estacionamento|停车|駐車場 駐車|주차
fuel gas charging|tanken benzin laden ladestation|gasolina combustible cargar|essence carburant recharge|gasolina combustivel recarga|加油 充电|ガソリン 充電 給油|주유 충전
bike cycling|fahrrad radfahren|bicicleta ciclismo|velo cyclisme|bicicleta ciclismo|自行车 骑行|自転車|자전거
radio station|radio sender|radio emisora|radio station|radio estacao|电台 广播|ラジオ 放送局 無線|라디오 방송국
tv series episode|fernsehen serie folge|television serie episodio|television serie episode|televisao serie episodio|电视 剧集 电视剧|テレビ ドラマ 番組|텔레비전 드라마 방송
anime comic|comic anime|comic anime|bd manga anime|quadrinhos anime|动漫 漫画|アニメ 漫画 マンガ|애니메이션 만화
3d print|druck dreidimensional|impresion|impression|impressao|三维 打印|立体 印刷|입체 출력
sensor|sensor fuhler|sensor|capteur|sensor|传感器|センサー|센서
thermostat heating|heizung thermostat|calefaccion termostato|chauffage thermostat|aquecimento termostato|暖气 恒温器 空调|暖房 エアコン|난방 에어컨
vacuum cleaner|staubsauger|aspiradora|aspirateur|aspirador|扫地机 吸尘器|掃除機|청소기
alarm timer|wecker alarm|alarma temporizador|alarme minuteur reveil|alarme temporizador|闹钟 计时器|アラーム タイマー 目覚まし|알람 타이머
door lock|tur schloss|puerta cerradura|porte serrure|porta fechadura|门锁 门|ドア 鍵|문 잠금
minutes meeting|protokoll mitschrift|acta minutas|compterendu procesverbal|ata|会议记录 会议纪要|議事録|회의록
ticket support issue|ticket storungsmeldung vorgang|incidencia ticket|ticket incident|chamado ticket|工单|チケット 問い合わせ|티켓 문의
review rating|rezension bewertung|resena valoracion|avis note critique|avaliacao resenha|评论 评分|口コミ レビュー|리뷰 평점
patent trademark|patent marke|patente marca|brevet marque|patente marca|专利 商标|特許 商標|특허 상표
brand|marke|marca|marque|marca|品牌|ブランド|브랜드
seo ranking|suchmaschinenoptimierung|posicionamiento|referencement|posicionamento|搜索引擎优化 排名|検索順位|검색엔진최적화
landing page|zielseite startseite|pagina aterrizaje|page atterrissage accueil|pagina destino|落地页 首页|ランディングページ|랜딩페이지
e-commerce store|onlineshop webshop|tienda comercio|boutique commerce|loja comercio|电商 网店|通販 ネットショップ|온라인쇼핑 전자상거래
inventory|bestand lager inventar|inventario|inventaire stock|estoque inventario|库存|在庫|재고
supplier procurement|lieferant einkauf|proveedor compras|fournisseur achats|fornecedor compras|供应商 采购|仕入れ 調達|공급업체 조달
personality character|personlichkeit charakter|personalidad personaje|personnalite personnage|personalidade personagem|性格 角色|性格 キャラクター|성격 캐릭터
role play|rollenspiel|rol|role|papel|角色扮演|ロールプレイ|역할극
simulation|simulation simulieren|simulacion|simulation|simulacao|模拟|シミュレーション|시뮬레이션
random|zufallig zufall|aleatorio azar|aleatoire hasard|aleatorio|随机|ランダム|무작위 랜덤
limit usage quota|grenze verbrauch nutzung|limite uso cuota|limite utilisation quota|limite uso cota|限额 用量 配额|制限 使用量|한도 사용량
session context|sitzung kontext|sesion contexto|session contexte|sessao contexto|会话 上下文|セッション 文脈|세션 맥락
personal|personlich|personal|personnel|pessoal|个人|個人|개인
public|offentlich|publico|public|publico|公共 公开|公共 公開|공개 공공
remote|fern entfernt|remoto|distant distance|remoto|远程|リモート 遠隔|원격
local|lokal ortlich|local|local|local|本地|ローカル|로컬 지역
free|kostenlos gratis|gratis gratuito|gratuit|gratis gratuito|免费|無料|무료
simple easy|einfach leicht|sencillo facil simple|simple facile|simples facil|简单|簡単|간단한 쉬운
complete full|vollstandig komplett|completo|complet|completo|完整|完全|완전한 전체
new|neu neue neuen neuer neues|nuevo nueva|nouveau nouvelle|novo nova|新 新的|新しい 新規|새로운 새
best|beste besten|mejor mejores|meilleur meilleure|melhor melhores|最好 最佳|最高 最良|최고 가장좋은
`
