package dev.dyno.report.store;

import java.io.IOException;

/** Failure to read a stored run; the message is one sentence for the user. */
public final class RunFolderException extends IOException {

    RunFolderException(String sentence) {
        super(sentence);
    }

    RunFolderException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
