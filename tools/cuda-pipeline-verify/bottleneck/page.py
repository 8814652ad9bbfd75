def text(data):
    return ""
