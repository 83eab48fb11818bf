/** Words of computing in eight languages: English, German, Spanish, French, Portuguese, Chinese, Japanese, Korean. */

// One concept a line. Accents are left out, because a query loses them too. The first English word is the usual one.
export const COMPUTING = `
file|datei dateien|archivo fichero|fichier|arquivo ficheiro|文件|ファイル|파일
folder directory|ordner verzeichnis|carpeta directorio|dossier repertoire|pasta diretorio|文件夹 目录|フォルダ ディレクトリ|폴더 디렉터리
document|dokument unterlagen|documento|document|documento|文档 文件|文書 ドキュメント 書類|문서
documentation docs|dokumentation|documentacion|documentation|documentacao|文档 说明文档|ドキュメント 説明書|문서
computer machine|rechner computer|ordenador computadora|ordinateur|computador|电脑 计算机|コンピュータ パソコン|컴퓨터
server host|server|servidor|serveur|servidor|服务器|サーバー サーバ|서버
cloud|wolke|nube|nuage|nuvem|云端 云|クラウド|클라우드
database|datenbank datenbanken|basededatos|basededonnees|bancodedados|数据库|データベース|데이터베이스
data|daten|datos|donnees|dados|数据|データ|데이터
code|quelltext quellcode programmcode|codigo|code|codigo|代码|コード|코드
programming coding developer|programmieren programmierung entwickler entwicklung|programar programacion desarrollador desarrollo|programmer programmation developpeur developpement|programar programacao desenvolvedor desenvolvimento|编程 开发 开发者 程序员|プログラミング 開発 開発者|프로그래밍 개발 개발자 코딩
software program|programm|programa software|logiciel programme|programa software|软件 程序|ソフトウェア ソフト プログラム|소프트웨어 프로그램
app application|anwendung anwendungen app|aplicacion|application appli|aplicativo aplicacao|应用 应用程序|アプリ アプリケーション|앱 애플리케이션
website site web|webseite webseiten internetseite seite|sitio web pagina|site web page|site pagina web|网站 网页|ウェブサイト サイト ホームページ|웹사이트 사이트 홈페이지
web|netz internet|web internet|web internet toile|web internet|网络 互联网 网上|ウェブ インターネット ネット|웹 인터넷
page|seite seiten|pagina|page|pagina|页面 网页|ページ|페이지
browser|browser|navegador|navigateur|navegador|浏览器|ブラウザ ブラウザー|브라우저
search find|suchen suche finden durchsuchen|buscar busqueda encontrar|rechercher chercher recherche trouver|procurar buscar pesquisar pesquisa busca encontrar|搜索 查找 寻找 检索 搜|検索 探す 見つける|검색 찾기 찾아
scrape crawl extract|auslesen extrahieren abgreifen|extraer rastrear|extraire aspirer|extrair raspar|抓取 爬取 爬虫 提取|スクレイピング 抽出 収集|추출 크롤링 스크래핑
extract|extrahieren herausziehen auslesen|extraer|extraire|extrair|提取 抽取|抽出 取り出す|추출
network|netzwerk|red redes|reseau|rede|网络|ネットワーク|네트워크
device|gerat gerate|dispositivo aparato|appareil|dispositivo aparelho|设备|デバイス 機器 端末|기기 장치 디바이스
appliance|haushaltsgerat|electrodomestico|electromenager|eletrodomestico|家电|家電|가전 가전제품
phone mobile|telefon handy smartphone|telefono movil celular|telephone portable mobile|telefone celular telemovel|手机 电话|電話 携帯 スマホ|전화 휴대폰 스마트폰
keyboard|tastatur|teclado|clavier|teclado|键盘|キーボード|키보드
printer print|drucker drucken|impresora imprimir|imprimante imprimer|impressora imprimir|打印机 打印|プリンター 印刷|프린터 인쇄
screen display|bildschirm anzeige|pantalla|ecran|tela ecra|屏幕 显示|画面 スクリーン|화면
screenshot|bildschirmfoto bildschirmaufnahme|captura|capture|captura|截图 截屏|スクリーンショット|스크린샷 캡처
terminal shell|terminal konsole kommandozeile befehlszeile|terminal consola|terminal console|terminal console|终端 命令行|ターミナル 端末 コマンドライン|터미널 명령줄
command|befehl befehle kommando|comando orden|commande|comando|命令|コマンド|명령어 명령
script|skript|script guion|script|script roteiro|脚本|スクリプト|스크립트
snippet|schnipsel codeschnipsel|fragmento|extrait fragment|trecho fragmento|片段 代码片段|スニペット 断片|스니펫 조각
library package dependency|bibliothek paket pakete|biblioteca libreria paquete|bibliotheque paquet|biblioteca pacote|库 软件包 包|ライブラリ パッケージ|라이브러리 패키지
dependency|abhangigkeit abhangigkeiten|dependencia|dependance|dependencia|依赖|依存 依存関係|의존성
install setup|installieren einrichten installation|instalar instalacion configurar|installer installation|instalar instalacao|安装|インストール 導入|설치
update upgrade|aktualisieren aktualisierung|actualizar actualizacion|mettre actualiser miseajour|atualizar atualizacao|更新 升级|更新 アップデート|업데이트 갱신
version|version|version|version|versao|版本|バージョン|버전
configure config setting|konfigurieren konfiguration einstellung einstellungen einstellen|configurar configuracion ajustes|configurer configuration reglage parametre|configurar configuracao|配置 设置|設定 構成|설정 구성
environment|umgebung|entorno|environnement|ambiente|环境|環境|환경
test testing|testen prufen tests|probar prueba pruebas|tester essai tests|testar teste testes|测试|テスト 試験|테스트 시험
debug fix error|fehlersuche debuggen entwanzen|depurar depuracion|deboguer debogage|depurar depuracao|调试 排错|デバッグ|디버그 디버깅
error bug|fehler fehlermeldung|error errores fallo|erreur bogue|erro falha|错误 报错 故障 漏洞|エラー 不具合 バグ|오류 에러 버그
crash fail|absturz absturzen abgesturzt|fallar caida|planter plantage echec|travar falhar|崩溃 失败|クラッシュ 失敗 落ちる|충돌 실패
fix repair|reparieren beheben korrigieren|arreglar corregir reparar|corriger reparer|corrigir consertar reparar|修复 修理 解决|修正 修理 直す|수정 고치기 수리 해결
troubleshoot diagnose|problem storung diagnose problemlosung|problema diagnostico solucionar|depannage diagnostic probleme|problema diagnostico solucionar|故障排除 诊断 问题|トラブル 診断 問題|문제해결 진단 고장
log|protokoll protokolle logs|registro registros bitacora|journal journaux|registro registros|日志|ログ 記録|로그 기록
monitor watch|uberwachen uberwachung beobachten|monitorizar monitorear vigilar supervisar|surveiller surveillance|monitorar monitoramento vigiar|监控 监测|監視 モニタリング|모니터링 감시
alert notification notify|benachrichtigung benachrichtigen warnung|alerta notificacion avisar aviso|alerte notification avertir|alerta notificacao avisar|警报 提醒 通知|通知 アラート 警告|알림 경고 통지
security secure|sicherheit sicher absichern|seguridad seguro|securite securiser|seguranca seguro|安全|セキュリティ 安全|보안 안전
vulnerability|schwachstelle schwachstellen sicherheitslucke sicherheitslucken|vulnerabilidad|vulnerabilite faille|vulnerabilidade|漏洞 安全漏洞|脆弱性|취약점
attack injection|angriff injektion|ataque inyeccion|attaque injection|ataque injecao|攻击 注入|攻撃 インジェクション 注入|공격 인젝션 주입
protect guard|schutzen schutz|proteger proteccion|proteger protection|proteger protecao|保护 防护|保護 防御 守る|보호 방어
privacy private|privatsphare datenschutz privat|privacidad privado|confidentialite prive|privacidade privado|隐私|プライバシー 個人情報|개인정보 사생활
encrypt encryption|verschlusseln verschlusselung verschlusselt|cifrar cifrado encriptar|chiffrer chiffrement|criptografar criptografia cifrar|加密|暗号化 暗号|암호화
password credential|passwort passworter kennwort zugangsdaten|contrasena contrasenas clave|motdepasse passe|senha senhas palavrapasse|密码|パスワード|비밀번호 암호
secret|geheimnis geheim|secreto|secret|segredo|秘密 密钥|秘密 シークレット|비밀
key|schlussel|clave llave|cle cles|chave|密钥 钥匙|鍵 キー|키 열쇠
login authentication|anmelden anmeldung einloggen authentifizierung|iniciar sesion autenticacion acceso|connexion authentification connecter|entrar autenticacao acesso|登录 认证 登陆|ログイン 認証|로그인 인증
verify identity|prufen uberprufen verifizieren identitat|verificar comprobar identidad|verifier identite|verificar conferir identidade|验证 核实 身份|検証 確認 本人確認|검증 확인 신원
permission access|berechtigung zugriff rechte|permiso acceso|autorisation acces droit|permissao acesso|权限 访问|権限 アクセス|권한 접근
backup|sicherung sichern datensicherung sicherungskopie|copia respaldo|sauvegarde sauvegarder|copia backup|备份|バックアップ|백업
restore recovery|wiederherstellen wiederherstellung|restaurar recuperar|restaurer recuperer|restaurar recuperar|恢复 还原|復元 復旧|복원 복구
sync|synchronisieren abgleichen|sincronizar|synchroniser|sincronizar|同步|同期|동기화
download fetch|herunterladen laden abrufen|descargar|telecharger|baixar descarregar|下载|ダウンロード|다운로드 내려받기
fetch get retrieve|abrufen holen|obtener consultar|recuperer obtenir consulter|obter consultar|获取 取得|取得 取り込む|가져오기 조회
upload|hochladen|subir cargar|televerser envoyer|enviar carregar|上传|アップロード|업로드
export|exportieren|exportar|exporter|exportar|导出|エクスポート 書き出す|내보내기
import|importieren|importar|importer|importar|导入|インポート 取り込む|가져오기
convert transform|umwandeln konvertieren verwandeln|convertir transformar|convertir transformer|converter transformar|转换 转成|変換|변환
format|format formatieren|formato formatear|format formater|formato formatar|格式 格式化|形式 フォーマット|형식 포맷
parse|parsen einlesen|analizar parsear|analyser parser|analisar|解析|解析 パース|파싱 분석
compress optimize|komprimieren verkleinern|comprimir reducir|compresser reduire|comprimir reduzir|压缩 缩小|圧縮 縮小|압축 축소
size|grosse|tamano|taille|tamanho|大小 体积|サイズ 大きさ|크기
performance speed|leistung geschwindigkeit schnell|rendimiento velocidad rapido|performance vitesse rapide|desempenho velocidade rapido|性能 速度|性能 速度 パフォーマンス|성능 속도
optimize improve|optimieren verbessern|optimizar mejorar|optimiser ameliorer|otimizar melhorar|优化 改进 改善|最適化 改善|최적화 개선
refactor|umstrukturieren aufraumen refaktorisieren|refactorizar|refactoriser remanier|refatorar|重构|リファクタリング|리팩토링 리팩터링
review audit|uberprufung prufung durchsicht begutachten|revisar revision auditoria|revue relecture verifier audit|revisar revisao auditoria|审查 审核 评审 审计|レビュー 監査 審査|리뷰 검토 감사
deploy release|bereitstellen ausliefern veroffentlichen|desplegar despliegue lanzar|deployer deploiement|implantar publicar implantacao|部署 发布 上线|デプロイ 配備 リリース|배포 릴리스
container docker|container|contenedor|conteneur|conteiner contentor|容器|コンテナ|컨테이너
cluster|cluster|cluster|grappe|cluster|集群|クラスタ クラスター|클러스터
repository git|repository quellcodeverwaltung|repositorio|depot|repositorio|仓库 代码库|リポジトリ|저장소
branch merge commit|zweig zusammenfuhren|rama fusionar|branche fusionner|ramo mesclar|分支 合并 提交|ブランチ マージ コミット|브랜치 병합 커밋
query|abfrage abfragen anfrage|consulta consultar|requete|consulta consultar|查询|クエリ 問い合わせ 照会|쿼리 조회 질의
table|tabelle|tabla|tableau table|tabela|表格 表|表 テーブル|표 테이블
schema model|schema modell|esquema modelo|schema modele|esquema modelo|模型 模式 架构|スキーマ モデル|스키마 모델
api interface|schnittstelle schnittstellen|interfaz|interface|interface|接口|インターフェース|인터페이스
request response|anfrage antwort|peticion solicitud respuesta|requete reponse|requisicao resposta|请求 响应|リクエスト 要求 応答|요청 응답
link url|verweis verknupfung link|enlace vinculo|lien|ligacao|链接 网址|リンク|링크 주소
domain|domain internetadresse|dominio|domaine|dominio|域名|ドメイン|도메인
automation automate workflow|automatisierung automatisieren automatisch ablauf arbeitsablauf|automatizacion automatizar automatico flujo|automatisation automatiser automatique flux|automacao automatizar automatico fluxo|自动化 自动 工作流 流程|自動化 自動 ワークフロー|자동화 자동 워크플로
background process|hintergrund prozess|segundoplano proceso|arriereplan processus|processo|后台 进程|バックグラウンド プロセス|백그라운드 프로세스
agent|agent agenten|agente agentes|agent agents|agente agentes|代理 智能体|エージェント|에이전트
bot|roboter|bot robot|robot bot|bot robo|机器人|ボット ロボット|봇 로봇
model llm|sprachmodell modell|modelo|modele|modelo|模型 大模型 语言模型|モデル 言語モデル|모델 언어모델
ai intelligence|ki intelligenz kunstliche|ia inteligencia|ia intelligence|ia inteligencia|人工智能|人工知能|인공지능
prompt instruction|anweisung anweisungen eingabe|instruccion indicacion|consigne instruction|instrucao comando|提示词 提示 指令|プロンプト 指示|프롬프트 지시
memory remember|gedachtnis erinnern merken speicher|memoria recordar|memoire souvenir retenir|memoria lembrar|记忆 内存 记住|記憶 メモリ 覚える|기억 메모리
knowledge|wissen kenntnis|conocimiento|connaissance connaissances|conhecimento|知识|知識|지식
graph|graph graphen netz|grafo|graphe|grafo|图谱 图|グラフ|그래프
vector semantic|semantisch vektor|semantico vector|semantique vecteur|semantico vetor|语义 向量|意味 セマンティック ベクトル|의미 벡터
skill|fahigkeit fertigkeit|habilidad|competence|habilidade|技能|スキル|스킬 기술
tool|werkzeug werkzeuge|herramienta|outil|ferramenta|工具|ツール 道具|도구 툴
template|vorlage vorlagen|plantilla|modele gabarit|modelo gabarito|模板|テンプレート ひな形|템플릿
component|komponente bauteil|componente|composant|componente|组件|コンポーネント 部品|컴포넌트 구성요소
frontend interface ui|oberflache benutzeroberflache|interfaz|interface|interface telas|界面 前端|画面 フロントエンド|화면 인터페이스 프론트엔드
dark mode theme|dunkelmodus dunkel thema|oscuro tema|sombre theme|escuro tema|暗黑模式 深色模式 主题|ダークモード テーマ|다크모드 테마
mode|modus|modo|mode|modo|模式|モード|모드
regex expression|ausdruck regularer|expresion regular|expression reguliere|expressao regular|正则 正则表达式|正規表現|정규식 정규표현식
algorithm|algorithmus|algoritmo|algorithme|algoritmo|算法|アルゴリズム|알고리즘
pattern|muster|patron patrones|motif|padrao padroes|模式|パターン|패턴
plugin extension|erweiterung|extension complemento|extension greffon|extensao|插件 扩展|プラグイン 拡張|플러그인 확장
certificate|zertifikat|certificado|certificat|certificado|证书|証明書|인증서
storage disk|speicherplatz festplatte|almacenamiento disco|stockage disque|armazenamento disco|存储 磁盘|ストレージ 保存|저장소 저장
delete remove|loschen entfernen|borrar eliminar quitar|supprimer effacer|apagar excluir remover eliminar|删除 移除|削除 消す|삭제 제거
unused outdated|ungenutzt ungenutzte veraltet veraltete|obsoleto desactualizado|obsolete inutilise|obsoleto desatualizado|未使用 过时|未使用 古い|사용하지않는 오래된
`
