; *Open with Mintdesk* for spreadsheets, beside the program that opens them now; and mintdesk: links.
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\Mintdesk.Spreadsheet\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  WriteRegStr SHELL_CONTEXT "Software\Classes\.csv\OpenWithProgids" "Mintdesk.Spreadsheet" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\.tsv\OpenWithProgids" "Mintdesk.Spreadsheet" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\.xlsx\OpenWithProgids" "Mintdesk.Spreadsheet" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\.xlsm\OpenWithProgids" "Mintdesk.Spreadsheet" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\.ods\OpenWithProgids" "Mintdesk.Spreadsheet" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\mintdesk" "" "URL:Mintdesk"
  WriteRegStr SHELL_CONTEXT "Software\Classes\mintdesk" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\mintdesk\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend

!macro customUnInstall
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Mintdesk.Spreadsheet"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\mintdesk"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.csv\OpenWithProgids" "Mintdesk.Spreadsheet"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.tsv\OpenWithProgids" "Mintdesk.Spreadsheet"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.xlsx\OpenWithProgids" "Mintdesk.Spreadsheet"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.xlsm\OpenWithProgids" "Mintdesk.Spreadsheet"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.ods\OpenWithProgids" "Mintdesk.Spreadsheet"
!macroend
