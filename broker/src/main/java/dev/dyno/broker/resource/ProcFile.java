package dev.dyno.broker.resource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.StringTokenizer;

/** A file of /proc that is read repeatedly; it stays open, because opening costs more than reading. One thread at a time. */
final class ProcFile implements AutoCloseable {

    private final FileChannel channel;
    private ByteBuffer buffer = ByteBuffer.allocate(4096);

    private ProcFile(FileChannel channel) {
        this.channel = channel;
    }

    static ProcFile open(Path file) throws IOException {
        return new ProcFile(FileChannel.open(file, StandardOpenOption.READ));
    }

    /** @throws IOException also when the process of the file has ended */
    String text() throws IOException {
        buffer.clear();
        int read;
        // Some files are read in pieces even with a large buffer.
        while ((read = channel.read(buffer, buffer.position())) > 0) {
            if (!buffer.hasRemaining()) {
                buffer = ByteBuffer.allocate(2 * buffer.capacity()).put(buffer.flip());
            }
        }
        if (buffer.position() == 0) {
            throw new IOException("it is empty");
        }
        return new String(buffer.array(), 0, buffer.position(), StandardCharsets.US_ASCII);
    }

    /** Words of a line. Without a regular expression, which would cost more than everything else. */
    static String[] words(String line) {
        StringTokenizer tokens = new StringTokenizer(line);
        String[] words = new String[tokens.countTokens()];
        for (int i = 0; i < words.length; i++) {
            words[i] = tokens.nextToken();
        }
        return words;
    }

    /** Number after a name; NaN, which a reading leaves out, if the name is missing. */
    static double number(String text, String name) {
        int start = text.indexOf(name);
        if (start < 0) {
            return Double.NaN;
        }
        int end = text.indexOf('\n', start + 1);
        return Long.parseLong(words(text.substring(start + name.length(), end < 0 ? text.length() : end))[0]);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing was written, so nothing is lost.
        }
    }
}
