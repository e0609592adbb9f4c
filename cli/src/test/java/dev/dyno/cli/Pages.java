package dev.dyno.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/** Contents of a page about a run. */
final class Pages {

    /** The compressed document: Base64 of the two bytes that gzip begins with, and a lot more. */
    private static final Pattern DATA = Pattern.compile(">\\s*(H4sI[A-Za-z0-9+/]+=*)\\s*<");

    private Pages() {}

    static String dataOf(Path page) throws IOException {
        Matcher data = DATA.matcher(Files.readString(page));
        if (!data.find()) {
            throw new IOException(page + " has no data in it");
        }
        try (GZIPInputStream in =
                new GZIPInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(data.group(1))))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
