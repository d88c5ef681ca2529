;;; ttattr.el --- tt-lsp-server for .mlir files, by eglot  -*- lexical-binding: t -*-
(require 'eglot)

(unless (fboundp 'mlir-mode)
  (define-derived-mode mlir-mode prog-mode "MLIR"
    (setq-local comment-start "// ")))
(add-to-list 'auto-mode-alist '("\\.mlir\\'" . mlir-mode))
(add-to-list 'eglot-server-programs '((mlir-mode) . ("tt-lsp-server" "--stdio")))
(add-hook 'mlir-mode-hook #'eglot-ensure)

(defun ttattr-picture ()
  "Show the layout at point as text."
  (interactive)
  (let* ((argument (list :uri (plist-get (eglot--TextDocumentIdentifier) :uri)
                         :position (eglot--pos-to-lsp-position)
                         :format "text"))
         (picture (jsonrpc-request (eglot--current-server-or-lose) :workspace/executeCommand
                                   (list :command "tt.picture" :arguments (vector argument)))))
    (with-current-buffer (get-buffer-create "*ttattr picture*")
      (erase-buffer)
      (insert (plist-get picture :text))
      (goto-char (point-min))
      (display-buffer (current-buffer)))))

(provide 'ttattr)
;;; ttattr.el ends here
