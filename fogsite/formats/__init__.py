"""How each language writes dates where Django writes them: in the lists, pages and histories of the admin.

Without these, one page of the admin held three forms. They are the same as “j M Y” and “j M Y, H:i” in the catalogues.
"""
