package dev.dyno.model.result;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/** Reason why a file cannot be used, without the file's name and without the class of the exception. */
public final class FileReason {

    private FileReason() {}

    public static String of(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "the folder or file does not exist";
        }
        if (e instanceof AccessDeniedException) {
            return "access denied";
        }
        Optional<String> reason = e instanceof FileSystemException f
                ? Optional.ofNullable(f.getReason())
                : Optional.ofNullable(e.getMessage());
        return reason.orElse(e.getClass().getSimpleName());
    }
}
