/** Words of work, money and media in eight languages: English, German, Spanish, French, Portuguese, Chinese, Japanese, Korean. */

export const WORK = `
email mail|mail nachricht post|correo email|courriel mail mel|correio email|邮件 电子邮件 邮箱|メール 電子メール|이메일 메일
message chat|nachricht nachrichten mitteilung|mensaje mensajes|message messages|mensagem mensagens|消息 短信 聊天|メッセージ チャット|메시지 채팅
send|senden schicken verschicken|enviar mandar|envoyer|enviar mandar|发送 发给|送信 送る|보내기 전송
reply answer|antworten antwort beantworten|responder respuesta|repondre reponse|responder resposta|回复 回答 答复|返信 返事 回答|답장 답변 응답
read|lesen vorlesen|leer lectura|lire lecture|ler leitura|阅读 读取|読む 読み取る 閲覧|읽기 읽어
unread|ungelesen ungelesene|noleidos leido|nonlus lu|lidos|未读|未読|읽지않은
contact people|kontakt kontakte personen|contacto contactos|contact contacts|contato contatos contacto|联系人 通讯录|連絡先|연락처
customer client crm|kunde kunden|cliente clientes|client clients|cliente clientes|客户|顧客 お客様|고객
sales lead deal|verkauf vertrieb geschafte|ventas negocio negocios venta|vente ventes|vendas negocios venda|销售|営業 販売|영업 판매
company business|firma unternehmen geschaft|empresa negocio compania|entreprise societe|empresa negocio|公司 企业 商业|会社 企業 ビジネス|회사 기업 사업
meeting conference|besprechung treffen sitzung konferenz|reunion conferencia|reunion conference|reuniao conferencia|会议|会議 ミーティング|회의 미팅
appointment event booking|termin termine verabredung|cita evento reserva|rendezvous evenement rendez|compromisso evento agendamento|预约 约会 活动|予約 予定 アポ イベント|약속 예약 일정 이벤트
calendar schedule|kalender|calendario agenda|calendrier agenda|calendario agenda|日历 日程|カレンダー 日程 予定 スケジュール|캘린더 달력 일정
availability free|verfugbarkeit frei|disponibilidad disponible|disponibilite disponible|disponibilidade disponivel|可用时间 空闲 可预约|空き 空き時間|가능시간 빈시간
event|veranstaltung ereignis|evento|evenement|evento|活动 事件|イベント 行事|이벤트 행사
schedule plan|planen planung zeitplan|planificar programar plan|planifier planning prevoir|planejar planear agendar plano|计划 安排 规划|計画 予定 スケジュール|계획 일정 스케줄
task todo|aufgabe aufgaben|tarea tareas|tache taches|tarefa tarefas|任务 待办|タスク やること 課題|할일 작업 과제
project|projekt projekte|proyecto|projet|projeto|项目|プロジェクト|프로젝트
reminder|erinnerung erinnern|recordatorio recordar|rappel rappeler|lembrete lembrar|提醒|リマインダー 思い出す|리마인더 알림
note|notiz notizen|nota notas apunte|note notes|nota notas anotacao|笔记 便签|ノート メモ|노트 메모
list|liste listen auflisten|lista listar|liste lister|lista listar|列表 清单|リスト 一覧|목록 리스트
time tracking|zeiterfassung zeit|tiempo|temps suivi|tempo|时间 计时|時間|시간
track tracking|verfolgen nachverfolgen|seguimiento rastrear seguir|suivre suivi|acompanhar rastrear|跟踪 追踪|追跡 管理|추적
manage management|verwalten verwaltung|gestionar gestion administrar|gerer gestion|gerenciar gerir gestao|管理|管理|관리
organize|ordnen organisieren sortieren|organizar ordenar|organiser ranger trier|organizar arrumar|整理 组织|整理|정리
team|mannschaft team kollegen|equipo|equipe|equipe time|团队|チーム|팀
report|bericht berichte|informe reporte|rapport|relatorio|报告 报表|レポート 報告|보고서 리포트
dashboard|ubersicht armaturenbrett|tablero panel|tableau bord|painel|仪表盘 看板|ダッシュボード|대시보드
spreadsheet excel|tabelle tabellenkalkulation|hoja calculo|tableur feuille|planilha folha|电子表格 表格|表計算 スプレッドシート エクセル|스프레드시트 엑셀
presentation slides|prasentation folien vortrag|presentacion diapositivas|presentation diapositives diaporama|apresentacao slides|演示 幻灯片 演示文稿|プレゼンテーション プレゼン スライド|프레젠테이션 슬라이드 발표
form survey questionnaire|formular umfrage fragebogen|formulario encuesta cuestionario|formulaire sondage questionnaire|formulario pesquisa questionario|表单 问卷 调查|フォーム アンケート 調査|양식 설문 설문조사
contract agreement|vertrag vertrage|contrato acuerdo|contrat accord|contrato acordo|合同 协议|契約 契約書|계약 계약서
legal law|recht gesetz juristisch|legal ley abogado|juridique loi droit|juridico lei advogado|法律|法律 法務|법률
sign signature|unterschreiben unterschrift signatur|firmar firma|signer signature|assinar assinatura|签名 签署|署名|서명
invoice bill|rechnung rechnungen|factura facturas|facture factures|fatura faturas nota|发票 账单|請求書 インボイス|청구서 송장
receipt expense|beleg quittung ausgaben spesen|recibo gasto gastos|recu depense depenses|recibo despesa despesas gastos|收据 支出 报销|領収書 経費 支出|영수증 지출 비용
budget money|budget haushalt geld|presupuesto dinero|budget argent|orcamento dinheiro|预算 钱|予算 お金|예산 돈
cost price|kosten preis preise|coste costo precio precios|cout prix|custo preco precos|成本 费用 价格|費用 価格 コスト 値段|비용 가격
payment pay|zahlung bezahlen zahlen zahlungen|pago pagar pagos|paiement payer|pagamento pagar pagamentos|支付 付款|支払い 決済 支払う|결제 지불 지급
bank account|bank konto kontostand|banco cuenta saldo|banque compte solde|banco conta saldo|银行 账户 余额|銀行 口座 残高|은행 계좌 잔액
transaction|umsatz umsatze transaktion buchung|transaccion movimiento|transaction operation|transacao|交易|取引|거래
balance|kontostand saldo guthaben|saldo|solde|saldo|余额|残高|잔액
tax accounting|steuer steuern buchhaltung|impuesto impuestos contabilidad|impot impots comptabilite|imposto impostos contabilidade|税 会计 税务|税金 会計|세금 회계
stock share|aktie aktien aktienkurs|accion acciones bolsa|action actions bourse|acao acoes bolsa|股票 股价|株 株式 株価|주식 주가
quote price|kurs kurse kursen|cotizacion|cours cotation|cotacao|行情 报价|相場 気配値|시세
market|markt markte|mercado|marche|mercado|市场|市場 マーケット|시장
finance financial|finanz finanzen|finanzas financiero|finance financier finances|financas financeiro|财务 金融 理财|金融 財務|금융 재무
portfolio invest|anlage investieren portfolio depot|cartera invertir inversion|portefeuille investir placement|carteira investir investimento|投资 投资组合|投資 ポートフォリオ|투자 포트폴리오
trade trading exchange|handel handeln borse|comercio operar intercambio|echange negoce trading|negociar troca corretora|交易 交易所|取引 トレード 取引所|거래 매매 거래소
crypto cryptocurrency|kryptowahrung kryptowahrungen krypto|criptomoneda criptomonedas cripto|cryptomonnaie cryptomonnaies crypto|criptomoeda criptomoedas cripto|加密货币 虚拟货币 数字货币|仮想通貨 暗号資産 暗号通貨|암호화폐 가상화폐 코인
bitcoin blockchain|bitcoin blockkette|bitcoin cadena|bitcoin chaine|bitcoin|比特币 区块链|ビットコイン ブロックチェーン|비트코인 블록체인
wallet|geldborse brieftasche|billetera cartera monedero|portefeuille|carteira|钱包|ウォレット 財布|지갑
token coin|token munze|token moneda|jeton|token moeda|代币|トークン|토큰
prediction bet|vorhersage wette wetten|prediccion apuesta|prediction pari|previsao aposta|预测 下注|予測 賭け|예측 베팅
order|bestellung bestellungen auftrag|pedido pedidos|commande commandes|pedido encomenda|订单|注文|주문
product|produkt produkte ware|producto productos|produit produits|produto produtos|商品 产品|商品 製品|상품 제품
shop store shopping|laden geschaft einkaufen einkauf|tienda comprar compra|magasin boutique achat achats|loja compras comprar|网店 商店 购物 购买|店 ショップ 買い物 通販|쇼핑 상점 쇼핑몰
buy purchase|kaufen kauf|comprar compra|acheter achat|comprar compra|购买 买|購入 買う|구매 사기
delivery shipping package|lieferung versand paket sendung|envio entrega paquete|livraison colis expedition|entrega envio encomenda|快递 配送 包裹|配送 荷物 宅配|배송 택배
job career|stelle arbeitsstelle beruf arbeit|empleo trabajo carrera|emploi travail carriere|emprego trabalho carreira vaga|工作 职位 求职|仕事 求人 転職|일자리 직업 채용
application apply|bewerbung bewerben|solicitud candidatura postular|candidature postuler|candidatura candidatar|申请|応募 申請|지원 신청
offer letter employment|arbeitsangebot angebot stellenangebot|oferta contrato laboral|offre embauche|oferta proposta emprego|录用 聘用|内定 採用|채용 제안
letter|brief schreiben|carta|lettre|carta|信 信件|手紙 レター|편지 서신
resume cv|lebenslauf|curriculum|curriculum cv|curriculo|简历|履歴書 レジュメ|이력서
interview|vorstellungsgesprach interview|entrevista|entretien|entrevista|面试 采访|面接 インタビュー|면접 인터뷰
salary compensation|gehalt lohn|salario sueldo|salaire|salario|薪水 工资|給料 給与|급여 연봉
hire recruit|einstellen personal rekrutierung|contratar reclutar|embaucher recruter recrutement|contratar recrutar|招聘|採用|채용
marketing campaign|werbung kampagne vermarktung|mercadotecnia campana publicidad|campagne publicite|campanha publicidade|营销 广告 推广|マーケティング 広告 宣伝|마케팅 광고 홍보
strategy|strategie|estrategia|strategie|estrategia|策略 战略|戦略|전략
business plan startup|geschaftsplan grundung|plan empresa emprendimiento|plan entreprise|plano negocios|商业计划 创业|事業計画 起業|사업계획 창업
idea brainstorm|idee ideen|idea ideas|idee idees|ideia ideias|想法 点子 创意|アイデア 発想|아이디어
decision|entscheidung entscheiden|decision decidir|decision decider|decisao decidir|决定 决策|決定 判断|결정
newsletter|rundbrief|boletin|infolettre bulletin lettre|boletim informativo|简报 通讯|ニュースレター メルマガ|뉴스레터
news|nachrichten neuigkeiten|noticias noticia|actualites nouvelles infos|noticias noticia|新闻 资讯|ニュース|뉴스 소식
article blog|artikel beitrag|articulo entrada|article billet|artigo|文章 博客|記事 ブログ|기사 블로그 글
feed rss|feed abonnement|fuente suscripcion|flux abonnement|feed assinatura|订阅|フィード 購読|피드 구독
write writing|schreiben verfassen|escribir redactar redaccion|ecrire rediger redaction|escrever redigir redacao|写 写作 撰写|書く 執筆 作成|쓰기 작성 글쓰기
edit|bearbeiten|editar modificar|modifier editer|editar modificar|编辑 修改|編集|편집 수정
rewrite|umschreiben umformulieren|reescribir|reecrire reformuler|reescrever|改写 重写|書き換え 書き直す 書き換える|다시쓰기 고쳐쓰기
text|text texte|texto|texte|texto|文本 文字|テキスト 文章|텍스트 글
style|stil|estilo|style|estilo|风格|スタイル 文体|스타일 문체
summary summarize|zusammenfassung zusammenfassen|resumen resumir|resume resumer|resumo resumir|摘要 总结 概括|要約 まとめ|요약
translate translation|ubersetzen ubersetzung|traducir traduccion|traduire traduction|traduzir traducao|翻译|翻訳|번역
language|sprache sprachen|idioma lengua lenguaje|langue langage|idioma lingua linguagem|语言|言語|언어
grammar spelling|grammatik rechtschreibung|gramatica ortografia|grammaire orthographe|gramatica ortografia|语法 拼写|文法|문법 맞춤법
book|buch bucher|libro libros|livre livres|livro livros|书 书籍 图书|本 書籍|책 도서
wiki|wiki wissensdatenbank|wiki|wiki|wiki|维基 知识库|ウィキ|위키
research study paper|forschung studie recherche recherchieren|investigacion investigar estudio|recherche etude etudier|pesquisa estudo investigacao|研究 论文 调研|研究 論文 調査|연구 논문 조사
analyze analysis|analyse analysieren auswerten|analizar analisis|analyser analyse|analisar analise|分析|分析 解析|분석
chart diagram|diagramm schaubild grafik|grafico diagrama|diagramme graphique|grafico diagrama|图表|図 チャート グラフ|차트 도표
statistics metrics|statistik kennzahlen|estadisticas metricas|statistiques indicateurs|estatisticas metricas|统计 指标|統計 指標|통계 지표
social media|soziale medien netzwerke|redes sociales|reseaux sociaux|redes sociais|社交媒体 社交|ソーシャルメディア|소셜미디어
post publish|veroffentlichen posten beitrag|publicar publicacion|publier publication|publicar publicacao|发布 发帖 发表|投稿 公開|게시 발행 올리기
twitter tweet|twitter tweets|twitter tuit tuits|twitter|twitter|推特|ツイッター ツイート|트위터 트윗
viral engagement views|reichweite viral|viral alcance visitas|viral portee|viral alcance|浏览量 爆款 互动|バズ 再生回数|조회수 바이럴
community vote|gemeinschaft abstimmung abstimmen|comunidad votar voto|communaute voter vote|comunidade votar voto|社区 投票|コミュニティ 投票|커뮤니티 투표
complaint rights|beschwerde rechte|queja reclamo derechos|plainte droits|reclamacao direitos|投诉 权利|苦情 権利|불만 권리
image picture photo|bild bilder foto fotos|imagen imagenes foto fotos|image images photo photos|imagem imagens foto fotos|图片 图像 照片 图|画像 写真 イメージ|이미지 사진 그림
photo album|fotoalbum album|album|album|album|相册 照片|アルバム 写真|앨범 사진첩
photography portrait|fotografie portrat|fotografia retrato|photographie portrait|fotografia retrato|摄影 肖像|撮影 写真|촬영 인물사진
draw design art|zeichnen entwerfen kunst|dibujar disenar arte diseno|dessiner concevoir art dessin|desenhar projetar arte|绘画 设计 画|描く デザイン 絵|그리기 디자인 그림
fashion|mode kleidung|moda ropa|mode vetements|moda roupa|时尚 服装|ファッション 服|패션 옷
video|video videos film|video videos|video videos|video videos|视频|動画 ビデオ 映像|동영상 비디오 영상
clip trim|schneiden kurzen ausschnitt|recortar cortar|couper decouper|cortar recortar|剪辑 裁剪|切り抜き カット|자르기 편집
movie film|film filme kino|pelicula peliculas cine|film films cinema|filme filmes cinema|电影|映画|영화
music song|musik lied lieder|musica cancion|musique chanson|musica cancao|音乐 歌曲|音楽 曲|음악 노래
audio sound|ton klang audio|audio sonido|audio son|audio som|音频 声音|音声 オーディオ|오디오 소리
voice speech|stimme sprache sprachausgabe|voz habla|voix parole vocale|voz fala|语音 声音|音声 声|음성 목소리
record recording|aufnehmen aufnahme aufzeichnen|grabar grabacion|enregistrer enregistrement|gravar gravacao|录制 录音|録音 録画|녹음 녹화
transcribe transcript|transkribieren abschrift mitschrift|transcribir transcripcion|transcrire transcription|transcrever transcricao|转录 转写 听写|文字起こし 書き起こし|받아쓰기 전사
synthesis clone|synthese klonen|sintesis clonar clonacion|synthese cloner clonage|sintese clonar clonagem|合成 克隆|合成 クローン|합성 복제
podcast|podcast|podcast|podcast balado|podcast|播客|ポッドキャスト|팟캐스트
live stream|live direktubertragung ubertragung|directo vivo|direct|vivo transmissao|直播|ライブ 生放送 配信|라이브 생방송
subtitle caption|untertitel|subtitulos|soustitres|legendas|字幕|字幕|자막
`
