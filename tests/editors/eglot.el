;;; eglot.el --- the checks of Emacs with eglot  -*- lexical-binding: t -*-
;; `emacs --batch -f package-activate-all -l INIT -l eglot.el` in a folder with x.mlir, the text of editors.py, and with
;; the configuration of editors/emacs in INIT. Prints `ok NAME` or `FAIL NAME: WHAT` for each check.

(require 'cl-lib)
(require 'flymake)

(defun test-at (marked)
  "The position of `|' in a part of the text."
  (let* ((bar (string-search "|" marked))
         (part (concat (substring marked 0 bar) (substring marked (1+ bar)))))
    (save-excursion
      (goto-char (point-min))
      (search-forward part)
      (+ (match-beginning 0) bar))))

(defun test-wait (condition)
  (let ((end (+ (float-time) 10)))
    (while (and (not (funcall condition)) (< (float-time) end))
      (accept-process-output nil 0.01))
    (funcall condition)))

(defun test-starts () (sort (mapcar #'flymake-diagnostic-beg (flymake-diagnostics)) #'<))

(defun test-diagnostics-at (&rest marked)
  (let ((wanted (sort (mapcar #'test-at marked) #'<)))
    (unless (test-wait (lambda () (equal (test-starts) wanted)))
      (error "diagnostics at %s, expected %s" (test-starts) wanted))))

(defun test-edit (marked size text)
  (let ((start (test-at marked)))
    (delete-region start (+ start size))
    (goto-char start)
    (insert text)
    (eglot--signal-textDocument/didChange)))

(defun test-ask (method marked &rest more)
  (goto-char (test-at marked))
  (jsonrpc-request (eglot--current-server-or-lose) method (append (eglot--TextDocumentPositionParams) more)))

(defmacro test-check (name &rest body)
  `(condition-case failure
       (progn ,@body (princ (format "ok %s\n" ,name)))
     (error (princ (format "FAIL %s: %s\n" ,name (replace-regexp-in-string "\n" " " (error-message-string failure)))))))

(defun test-expect (condition details)
  (unless condition (error "%S" details)))

(setq eglot-sync-connect t eglot-confirm-server-initiated-edits nil)
(find-file "x.mlir")
(run-hooks 'post-command-hook)
(let ((use "f32, #lay|out>) {"))
  (test-check "diagnostics after é and an emoji are in the right columns"
    (test-diagnostics-at "#tt.grid<|0x1>" "#tt.memory_space<|l2>"))
  (test-check "diagnostics after more of them were typed"
    (test-edit "n = \"|é😀\", g" 0 "😀é")
    (test-diagnostics-at "#tt.grid<|0x1>" "#tt.memory_space<|l2>"))
  (test-check "hover figures in a text with errors"
    (let ((text (plist-get (plist-get (test-ask :textDocument/hover use) :contents) :value)))
      (test-expect (and (string-search "8x16 shard" text) (string-search "512 bytes a core" text)) text)))
  (test-check "a code action is applied"
    (goto-char (test-at "#tt.memory_space<|l2>"))
    (let ((action (cl-find-if (lambda (a) (string-search "'l1'" (plist-get a :title)))
                              (append (eglot-code-actions (point) (+ (point) 2)) nil))))
      (test-expect action "no action")
      (eglot--apply-workspace-edit (plist-get action :edit)))
    (test-at "s = #tt.memory_space<l1|>")
    (eglot--signal-textDocument/didChange)
    (test-diagnostics-at "#tt.grid<|0x1>"))
  (test-check "incremental edits until the text has no errors"
    (test-edit "#tt.grid<|0x1>" 1 "")
    (test-edit "#tt.grid<|x1>" 0 "2")
    (test-diagnostics-at))
  (test-check "definition"
    (goto-char (test-at use))
    (let ((found (xref-backend-definitions 'eglot "LSP identifier at point.")))
      (test-expect (and found (= 1 (xref-location-line (xref-item-location (car found))))) found)))
  (test-check "references"
    (let ((found (test-ask :textDocument/references use :context '(:includeDeclaration t))))
      (test-expect (= 3 (length found)) found)))
  (test-check "completion"
    (goto-char (test-at "t = #tt.memory_space<| dram"))
    (let ((words (all-completions "" (nth 2 (eglot-completion-at-point)))))
      (test-expect (and (member "dram" words) (member "l1" words)) words)))
  (test-check "formatting"
    (eglot-format-buffer)
    (eglot--signal-textDocument/didChange)
    (test-at "t = #tt.memory_space<dram>}|"))
  (test-check "rename"
    (goto-char (test-at use))
    (eglot-rename "act")
    (test-expect (and (string-prefix-p "#act = " (buffer-string)) (not (string-search "#layout" (buffer-string))))
                 (buffer-string)))
  (test-check "the text at the end has no errors in the server"
    (test-edit "#tt.grid<|2x1>" 1 "0")
    (test-diagnostics-at "#tt.grid<|0x1>")
    (test-edit "#tt.grid<|0x1>" 1 "2")
    (test-diagnostics-at))
  (test-check "the command ttattr-picture"
    (goto-char 3)
    (ttattr-picture)
    (with-current-buffer "*ttattr picture*"
      (test-expect (string-prefix-p "tensor<64x128xf32>" (buffer-string)) (buffer-substring 1 20)))))
(eglot-shutdown (eglot-current-server))
(princ "end\n")
