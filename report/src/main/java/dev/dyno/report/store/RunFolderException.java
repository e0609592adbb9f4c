package dev.dyno.report.store;

import java.io.IOException;

/** A stored run that cannot be read; the message is one sentence for the user. */
public final class RunFolderException extends IOException {

    private static final long serialVersionUID = 1;

    RunFolderException(String sentence) {
        super(sentence);
    }

    RunFolderException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
