package dev.dyno.cluster.group;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * Handshake on a new connection. The worker sends its identity and a random number; the coordinator accepts, with its own
 * identity and random number; the worker sends its proof that it knows the secret; the coordinator accepts with its own proof.
 * Instead of accepting, the coordinator may refuse, with a sentence.
 */
final class Handshake {

    /** Magic bytes: the first distinguishes the protocol from TLS, the last is the version of the protocol. */
    static final byte[] MAGIC = {'D', 'Y', 'N', 'O', 'G', 'R', 'P', 2};

    /** Longest wait for each read of the handshake, in ms. */
    static final int PATIENCE_MS = 3000;

    private static final byte NO = 0;
    private static final byte NO_FOR_GOOD = 1;
    private static final byte YES = 2;
    private static final int MAX_TEXT = 255;

    private Handshake() {}

    /** Claimed identity of the other side, before it is verified. */
    record Introduction(Member member, boolean hasSecret, byte[] nonce) {}

    /** Reads the magic bytes after the first, which has been read already. */
    static boolean isMagic(int first, DataInputStream in) throws IOException {
        return first == MAGIC[0]
                && Arrays.equals(bytes(in, MAGIC.length - 1), Arrays.copyOfRange(MAGIC, 1, MAGIC.length));
    }

    static void writeIntroduction(DataOutputStream out, Introduction introduction) throws IOException {
        final Member member = introduction.member();
        out.writeUTF(member.name());
        out.writeUTF(member.version());
        out.writeUTF(member.host());
        out.writeLong(member.pid());
        out.writeUTF(member.id());
        out.writeBoolean(introduction.hasSecret());
        out.write(introduction.nonce());
    }

    /** @param role of the other side: workers connect, and the coordinator is connected to */
    static Introduction readIntroduction(DataInputStream in, Role role) throws IOException {
        final Member member = new Member(text(in), role, text(in), text(in), in.readLong(), text(in));
        return new Introduction(member, in.readBoolean(), bytes(in, Credentials.NONCE_BYTES));
    }

    static void refuse(DataOutputStream out, AdmissionException why) throws IOException {
        out.write(MAGIC);
        out.writeByte(why.isForGood() ? NO_FOR_GOOD : NO);
        out.writeUTF(String.valueOf(why.getMessage()));
        out.flush();
    }

    static void accept(DataOutputStream out) throws IOException {
        out.write(MAGIC);
        out.writeByte(YES);
    }

    /** @throws AdmissionException with the sentence of the coordinator, if it refuses */
    static void readAcceptance(DataInputStream in, String where) throws IOException {
        final int verdict = isMagic(in.readUnsignedByte(), in) ? in.readByte() : -1;
        if (verdict == NO || verdict == NO_FOR_GOOD) {
            throw new AdmissionException(text(in), verdict == NO_FOR_GOOD);
        }
        if (verdict != YES) {
            throw new AdmissionException(where + ": " + JoinRefusals.NO_LANGUAGE, true);
        }
    }

    static byte[] bytes(DataInputStream in, int count) throws IOException {
        final byte[] bytes = new byte[count];
        in.readFully(bytes);
        return bytes;
    }

    /** Text of a stranger, made printable: at most {@value #MAX_TEXT} characters, without control characters. */
    private static String text(DataInputStream in) throws IOException {
        final String said = in.readUTF();
        final String cut = said.length() <= MAX_TEXT ? said : said.substring(0, MAX_TEXT);
        return cut.codePoints()
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
